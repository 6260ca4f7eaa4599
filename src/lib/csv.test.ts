import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import { csvCell, csvRow, parseCsv } from './csv.ts'

test('rows are quoted as RFC 4180 says', () => {
  assert.equal(csvRow(['a', 'b,c', 'd"e', 'f\r\ng', '']), 'a,"b,c","d""e","f\r\ng",\r\n')
})

test('what is written is read again, whatever it is', () => {
  const rows = fc.array(fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1, maxLength: 6 }), { maxLength: 6 })
  fc.assert(fc.property(rows, given => assert.deepEqual(parseCsv(given.map(csvRow).join('')), given)))
})

test('a file without a last line break, an empty last cell and bare line feeds are read', () => {
  assert.deepEqual(parseCsv('a,b\nc,'), [
    ['a', 'b'],
    ['c', ''],
  ])
  assert.deepEqual(parseCsv(''), [])
  assert.throws(() => parseCsv('a,"b'), /at character 2/)
  assert.throws(() => parseCsv('a"b,c'), /at character/)
})

test('what a spreadsheet would run as a formula is kept a text; numbers stay numbers', () => {
  const told = ['=1+1', '+1', '-2+3', '@A1', '\t=1', '-5.00', '-7', 12, null, 'a=b'].map(csvCell)
  assert.deepEqual(told, ["'=1+1", "'+1", "'-2+3", "'@A1", "'\t=1", '-5.00', '-7', '12', '', 'a=b'])
})

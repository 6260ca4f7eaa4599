import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import { csvCell, csvRow, csvText, parseCsv } from './csv.ts'

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

test('G27 no spelling of a formula runs', () => {
  const signs = ['=', '+', '-', '@', '＝', '＋', '－', '＠', '﹦', '﹢', '﹣', '﹫']
  const before = ['', ' ', '\u00a0', '\u3000', '\t', '\n', '\u200b', '\u2060', '\ufeff', '\u0000', ' \u200b ']
  for (const sign of signs) for (const blank of before) assert.equal(csvText(`${blank}${sign}A1`), `'${blank}${sign}A1`)
})

test('G27 a text that a spreadsheet would change is kept, and others are written as they are', () => {
  const changed = ['007', '1e5', '12E3', '123456789012', '1-2', '3/4/26', '1.50', '1,234', '12:30', '5%', '$5', 'MAR1']
  const kept = ['0', '7', '12.5', '5551234567', '203.0.113.9', 'A-1', '12 Main St', 'May Jones', 'mars', 'x', '']
  assert.deepEqual(
    changed.map(csvText),
    changed.map(text => `'${text}`),
  )
  for (const text of ['true', 'False', '2026-01-05', 'Jan 5', '5 May 2026', '120e12', '(12)'])
    assert.equal(csvText(text), `'${text}`)
  assert.deepEqual(kept.map(csvText), kept)
})

test('what a spreadsheet would run as a formula is kept a text; numbers stay numbers', () => {
  const told = ['=1+1', '+1', '-2+3', '@A1', '\t=1', '-5.00', '-7', 12, null, 'a=b'].map(csvCell)
  assert.deepEqual(told, ["'=1+1", "'+1", "'-2+3", "'@A1", "'\t=1", '-5.00', '-7', '12', '', 'a=b'])
})

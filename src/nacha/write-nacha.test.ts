import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { nachaFiles, smallFile } from '../../test/support/nacha-files.ts'
import type { NachaFile } from './model.ts'
import { readNacha } from './read-nacha.ts'
import { transactionCode } from './transaction-codes.ts'
import { UnwritableFile, writeNacha } from './write-nacha.ts'

function refusal(change: (file: NachaFile) => void): string {
  const file = smallFile()
  change(file)
  try {
    writeNacha(file)
  } catch (error) {
    assert.ok(error instanceof UnwritableFile)
    return error.problems.join('\n')
  }
  return ''
}

test('a file is written to the letter', () => {
  assert.deepEqual(writeNacha(smallFile()).split('\n'), [
    '101 07200032612345678902611201530A094101GREAT LAKES BANK       TOLLGATE                       ',
    '5200CEDAR BOOKS                         1234567890WEBPURCHASE        261123   1072000320000001',
    '627121042882000123456789     0000012345inv 17         Ada Example           S 1072000320000001',
    '705two books                                                                       00010000001',
    '63723138010455501            0000000001               Ben Example           R 0072000320000002',
    '820000000300352422980000000123460000000000001234567890                         072000320000001',
    '9000001000001000000030035242298000000012346000000000000                                       ',
    '9'.repeat(94),
    '9'.repeat(94),
    '9'.repeat(94),
    '',
  ])
  assert.equal(writeNacha(smallFile(), '\r\n'), writeNacha(smallFile()).replaceAll('\n', '\r\n'))
})

test('every line has 94 characters, lines fill whole blocks, and the totals are the sums of the entries', () => {
  fc.assert(
    fc.property(nachaFiles, file => {
      const lines = writeNacha(file).split('\n').slice(0, -1)
      assert.ok(lines.every(line => line.length === 94))
      assert.equal(lines.length % 10, 0)
      const control = lines.findLast(line => line[0] === '9' && !/^9{94}$/.test(line))!
      const entries = file.batches.flatMap(batch => batch.entries)
      const sum = (flow: 'debit' | 'credit') =>
        entries
          .filter(each => transactionCode(each.transaction_code)?.flow === flow)
          .reduce((total, each) => total + each.amount, 0n)
      const hash = entries.reduce((total, each) => total + BigInt(each.routing.slice(0, 8)), 0n) % 10_000_000_000n
      assert.deepEqual([control.slice(1, 7), control.slice(7, 13), control.slice(13, 21)].map(Number), [
        file.batches.length,
        lines.length / 10,
        entries.length + entries.flatMap(each => each.addenda).length,
      ])
      assert.deepEqual([control.slice(21, 31), control.slice(31, 43), control.slice(43, 55)].map(BigInt), [
        hash,
        sum('debit'),
        sum('credit'),
      ])
    }),
    { numRuns: 200 },
  )
})

test('a batch of very many entries is written and read', () => {
  const file = smallFile()
  const [batch] = file.batches
  const [entry] = batch!.entries
  batch!.entries = Array.from({ length: 40_000 }, (_, index) => ({
    ...entry!,
    addenda: [],
    trace: `07200032${String(index + 1).padStart(7, '0')}`,
  }))
  const reading = readNacha(writeNacha(file))
  assert.ok('file' in reading)
  assert.equal(reading.file.batches[0]!.entries.length, 40_000)
})

test('what does not fit its columns is refused, and said where', () => {
  const [one] = [(file: NachaFile) => file.batches[0]!.entries[0]!]
  assert.match(
    refusal(file => (one(file).name = 'x'.repeat(23))),
    /batch 1, entry 1: name \(positions 55-76\) has more than 22/,
  )
  assert.match(
    refusal(file => (one(file).name = 'Zoë')),
    /has characters that the format does not know/,
  )
  assert.match(
    refusal(file => (one(file).name = 'two\nlines')),
    /has characters that the format does not know/,
  )
  assert.match(
    refusal(file => (one(file).name = 'Ada ')),
    /ends with a blank/,
  )
  assert.match(
    refusal(file => (one(file).amount = 10_000_000_000n)),
    /amount \(positions 30-39\) does not fit into 10 digits/,
  )
  assert.match(
    refusal(file => (one(file).amount = -1n)),
    /does not fit into 10 digits/,
  )
  assert.match(
    refusal(file => (one(file).account = '1'.repeat(18))),
    /account \(positions 13-29\) has more than 17/,
  )
  assert.match(
    refusal(file => (one(file).trace = '07200032000001')),
    /trace \(positions 80-94\) is not 15 digits/,
  )
  assert.match(
    refusal(file => (file.batches[0]!.header.effective_date = '2026-02-29')),
    /effective date .* is not a date/,
  )
  assert.match(
    refusal(file => (file.batches[0]!.header.effective_date = '1999-12-31')),
    /not a date of this century/,
  )
  assert.match(
    refusal(file => (file.batches[0]!.header.number = 10_000_000)),
    /number \(positions 88-94\) does not fit/,
  )
  assert.match(
    refusal(file => (file.batches[0]!.header.number = 1.5)),
    /is not a whole number/,
  )
  assert.match(
    refusal(file => (file.header.modifier = 'a')),
    /file: file ID modifier/,
  )
  assert.match(
    refusal(file => (file.header.created_time = '2400')),
    /is not a time/,
  )
  assert.match(
    refusal(file => (file.header.immediate_origin = '')),
    /immediate origin is to be a number/,
  )
  assert.match(
    refusal(file => (file.header.immediate_origin = '12345678901')),
    /has more than 10 characters/,
  )
})

test('what the reader would refuse is not written', () => {
  const entries = (file: NachaFile) => file.batches[0]!.entries
  const header = (file: NachaFile) => file.batches[0]!.header
  assert.match(
    refusal(file => entries(file).reverse()),
    /does not ascend/,
  )
  assert.match(
    refusal(file => (entries(file)[1]!.trace = entries(file)[0]!.trace)),
    /does not ascend/,
  )
  assert.match(
    refusal(file => (entries(file)[0]!.routing = '121042883')),
    /check digit/,
  )
  assert.match(
    refusal(file => (entries(file)[0]!.routing = '000000000')),
    /check digit/,
  )
  assert.match(
    refusal(file => (entries(file)[0]!.transaction_code = 25)),
    /transaction code 25 is not known/,
  )
  assert.match(
    refusal(file => (entries(file)[0]!.transaction_code = 26)),
    /is for returns/,
  )
  assert.match(
    refusal(file => (entries(file)[0]!.transaction_code = 28)),
    /moves no money/,
  )
  assert.match(
    refusal(file => (entries(file)[0]!.amount = 0n)),
    /amount is zero/,
  )
  assert.match(
    refusal(file => (entries(file)[0]!.name = '000')),
    /name of the receiver/,
  )
  assert.match(
    refusal(file => (entries(file)[0]!.discretionary = 'X')),
    /payment type/,
  )
  assert.match(
    refusal(file => (entries(file)[0]!.account = '0')),
    /account number is blank or all zeros/,
  )
  assert.match(
    refusal(file => entries(file)[0]!.addenda.push({ type: '05', info: '' })),
    /at most 1 addenda/,
  )
  assert.match(
    refusal(file => entries(file)[0]!.addenda.push({ type: '10', content: '' })),
    /international/,
  )
  assert.match(
    refusal(file => (header(file).service_class = 220)),
    /a debit \(27\) does not go with service class 220/,
  )
  assert.match(
    refusal(file => (header(file).service_class = 280)),
    /service class 280 does not go with WEB/,
  )
  assert.match(
    refusal(file => (header(file).company_name = '0000')),
    /company name/,
  )
  assert.match(
    refusal(file => (header(file).entry_description = '')),
    /entry description/,
  )
  assert.match(
    refusal(file => (header(file).odfi = '07200033')),
    /does not begin with the batch's bank/,
  )
  assert.match(
    refusal(file => entries(file).splice(0)),
    /batch 1 has no entries/,
  )
  assert.match(
    refusal(file => file.batches.push(structuredClone(file.batches[0]!))),
    /batch number 1 does not ascend/,
  )
})

test('a credit is no TEL entry, unless it reverses one', () => {
  const telephone = (description: string) =>
    refusal(file => {
      const [batch] = file.batches
      batch!.header.sec = 'TEL'
      batch!.header.entry_description = description
      batch!.entries[0]!.addenda = []
      batch!.entries[1]!.transaction_code = 32
    })
  assert.match(telephone('PURCHASE'), /batch 1, entry 2: TEL entries are no credits/)
  assert.equal(telephone('REVERSAL'), '')
})

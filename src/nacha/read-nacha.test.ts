import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import fc from 'fast-check'
import { anyCharacter } from '../../test/support/any-character.ts'
import { nachaFiles, smallFile } from '../../test/support/nacha-files.ts'
import { type Problem, readNacha } from './read-nacha.ts'
import { writeNacha } from './write-nacha.ts'

const EXAMPLES = join(import.meta.dirname, '../../test/fixtures/nacha')
const example = (path: string) => readFileSync(join(EXAMPLES, path), 'utf8')
const names = (folder: string) => readdirSync(join(EXAMPLES, folder))

function problemsOf(text: string): Problem[] {
  const reading = readNacha(text)
  return 'problems' in reading ? reading.problems : []
}

/** Which line is wrong in each invalid example, and in which words. */
const INVALID: Record<string, [line: number, says: RegExp]> = {
  '1e5RecordBefore1or8.txt': [1, /does not begin with its header/],
  '1k8RecordFollowing9Record.txt': [11, /nothing follows the file control/],
  '1qFormatCodeIncorrect.txt': [1, /position 40 should say "1"/],
  '20110805A.ach': [93, /batch count of the file says 5, but it is 4/],
  '2lCompanyNameAllZeros.txt': [2, /company name is blank or all zeros/],
  '2mCompanyEntryDescAllZeros.txt': [2, /company entry description is blank or all zeros/],
  '3fTELIndvNameAllBlank.txt': [8, /name of the receiver is blank or all zeros, which TEL asks for/],
  '3fTELIndvNameAllZeros.txt': [9, /name of the receiver is blank or all zeros, which TEL asks for/],
  'adv-invalidBatchEntries.ach': [3, /an addenda record \(record 7\) follows no entry/],
  'adv-noFileControl.ach': [5, /the file has no control \(record 9\)/],
  'bh-ed-ad-bh-ed-ad-ed-ad.ach': [4, /batch 188 has no control \(record 8\) before the next one begins/],
  'bh-ed-bc-ed-ed-ed-bc.ach': [4, /an entry \(record 6\) is outside of a batch/],
  'ccd-debit-credits-only.ach': [3, /a debit \(27\) does not go with service class 220/],
  'extended-ascii.ach': [15, /position 68 has a character that the format does not know/],
  'invalid-two-micro-deposits.ach': [17, /debit total of batch 2 says 44, but it is 0/],
  'issue751.ach': [1, /does not begin with its header/],
  'pos-invalidEntryDetail.ach': [3, /trace \(positions 80-94\) is not 15 digits/],
  'pos-invalidReturnFile.ach': [3, /return reason code R96 is not known/],
  'ppd-debit-customTraceNumber.ach': [3, /does not begin with the batch's bank 12104288/],
  'ppd-debit-fixedLengthInvalid.ach': [1, /positions 35-37 should say "094"/],
  'ppd-debit-invalid-entryDetail-checkDigit.ach': [3, /check digit of routing number 231380105 is wrong/],
  'ppd-mixedDebitCredit-invalid.ach': [1, /immediate origin is to be a number/],
  'preserve-spaces-test.ach': [3, /trace \(positions 80-94\) is not 15 digits/],
  'return-PPD-custom-reason-code.ach': [3, /return reason code R97 is not known/],
  'return-no-batch-controls.ach': [6, /batch 1 has no control \(record 8\)/],
  'return-no-batch-header.ach': [1, /an entry \(record 6\) is outside of a batch/],
  'return-no-file-header-control.ach': [1, /does not begin with its header/],
  'skip-validation.ach': [1, /immediate destination is to be a number/],
  'txp-multiple-addenda.ach': [2, /has 95 characters instead of 94/],
  'web-invalidNOCFile.ach': [3, /change code C92 is not known/],
}

for (const name of names('valid')) {
  test(`the public example ${name} is read, and written again it is the same file`, () => {
    const reading = readNacha(example(`valid/${name}`))
    assert.ok('file' in reading, JSON.stringify('problems' in reading && reading.problems))
    const written = writeNacha(reading.file)
    assert.deepEqual(readNacha(written), reading)
    assert.ok(written.split('\n').every(line => line.length === 94 || line === ''))
  })
}

test('every invalid public example has an expectation', () => {
  assert.deepEqual(Object.keys(INVALID).toSorted(), names('invalid').toSorted())
})

for (const [name, [line, says]] of Object.entries(INVALID)) {
  test(`the public example ${name} is refused at line ${line}: ${says.source}`, () => {
    const problems = problemsOf(example(`invalid/${name}`))
    assert.ok(
      problems.some(each => each.line === line && says.test(each.says)),
      JSON.stringify(problems, null, 1),
    )
  })
}

test('what was written is read as the same file, whatever the line breaks', () => {
  const breaks = fc.constantFrom('\n', '\r\n', '\r', '')
  fc.assert(
    fc.property(nachaFiles, breaks, (file, newline) => {
      assert.deepEqual(readNacha(writeNacha(file).replaceAll('\n', newline)), { file })
    }),
    { numRuns: 300 },
  )
})

test('blanks that were trimmed from the end of lines, and fill that is missing, change nothing', () => {
  fc.assert(
    fc.property(nachaFiles, file => {
      const bare = writeNacha(file)
        .replaceAll(/ +$/gm, '')
        .replaceAll(/9{94}\n/g, '')
      assert.deepEqual(readNacha(bare), { file })
    }),
    { numRuns: 100 },
  )
})

test('a single character that is changed in a control is found, wherever it is', () => {
  const isFree = (position: number, type: string) => type === '8' && position >= 55 && position <= 73
  fc.assert(
    fc.property(nachaFiles, fc.nat(), fc.nat(), fc.constantFrom(...'0123456789 AZ'), (file, which, where, char) => {
      const lines = writeNacha(file).split('\n')
      const controls = lines.flatMap((line, index) => (/^(8|9(?!9{93}))/.test(line) ? [index] : []))
      const index = controls[which % controls.length]!
      const line = lines[index]!
      const place = where % 94
      // A message authentication code is free text; blanks of a company's number are fill.
      if (isFree(place + 1, line[0]!) || line[place] === char) return
      lines[index] = line.slice(0, place) + char + line.slice(place + 1)
      assert.notDeepEqual(problemsOf(lines.join('\n')), [], `${line}\n${lines[index]}`)
    }),
    { numRuns: 300 },
  )
})

test('an amount, a routing number, a transaction code or a count that is changed is found', () => {
  const good = writeNacha(smallFile())
  const damages: [string, string][] = [
    ['0000012345', '0000012346'],
    ['121042882', '121042883'],
    ['\n627121042882', '\n622121042882'],
    ['S 1072000320000001', 'S 0072000320000001'],
    ['00010000001', '00020000001'],
    ['00010000001', '00010000002'],
    ['\n5200', '\n5220'],
    ['072000320000002', '072000320000001'],
    ['1072000320000001\n', '1072000330000001\n'],
  ]
  assert.deepEqual(problemsOf(good), [])
  for (const [from, to] of damages) {
    assert.ok(good.includes(from), from)
    assert.notDeepEqual(problemsOf(good.replace(from, to)), [], `${from} to ${to}`)
  }
})

test('no text whatever makes the reader throw', () => {
  fc.assert(fc.property(fc.string({ unit: anyCharacter, maxLength: 2000 }), text => void readNacha(text)))
  const seeds = names('valid').map(name => example(`valid/${name}`))
  const damaged = fc.tuple(fc.constantFrom(...seeds), fc.array(fc.tuple(fc.nat(), fc.string({ maxLength: 3 }))))
  fc.assert(
    fc.property(damaged, ([seed, cuts]) => {
      const text = cuts.reduce((whole, [at, put]) => {
        const place = at % (whole.length + 1)
        return whole.slice(0, place) + put + whole.slice(place + (at % 3))
      }, seed)
      const reading = readNacha(text)
      // What is still accepted means something that can be written.
      if ('file' in reading) assert.deepEqual(readNacha(writeNacha(reading.file)), reading)
    }),
    { numRuns: 2000 },
  )
})

test('problems name no account number and no person', () => {
  const secret = ['000123456789', 'Ada Example']
  fc.assert(
    fc.property(fc.nat(), fc.string({ minLength: 1, maxLength: 2 }), (at, put) => {
      const good = writeNacha(smallFile())
      const said = JSON.stringify(
        problemsOf(good.slice(0, at % good.length) + put + good.slice((at % good.length) + 1)),
      )
      for (const each of secret) assert.ok(!said.includes(each), said)
    }),
  )
})

test('a text of many wrong lines tells no more than a hundred problems', () => {
  assert.equal(problemsOf('x\n'.repeat(5000)).length, 100)
  assert.deepEqual(problemsOf(''), [
    { line: 1, says: 'the file is empty', blocks: true },
    { line: 1, says: 'the file has no control (record 9)', blocks: true },
  ])
})

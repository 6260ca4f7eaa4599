import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { run } from '../support/process.ts'

const EXAMPLES = 'test/fixtures/nacha'

/** Without home and database: an operator may run it anywhere. */
const check = (args: string[], input?: string) =>
  run('src/cli/main.ts', {}, ['check-bank-file', ...args], undefined, input)

test('a bank file that is right is summed up, whether it is named or comes from standard input', async () => {
  const path = `${EXAMPLES}/valid/two-micro-deposits.ach`
  const says = [
    'file 1 of 2020-03-24 from Moov, Inc to Moov Bank',
    'batch 1 PPD Moov - paygate m Moov, Inc: 3 entries, debits 0.76, credits 0.76',
    'batch 2 PPD Moov - paygate m Moov, Inc: 3 entries, debits 0.44, credits 0.44',
    'the file is right: 2 batches, debits 1.20, credits 1.20',
    '',
  ].join('\n')
  assert.deepEqual(await check([path]), { code: 0, stdout: says, stderr: '' })
  assert.deepEqual(await check([], readFileSync(path, 'utf8')), { code: 0, stdout: says, stderr: '' })
})

test('a bank file is written again with its lines and blocks filled', async () => {
  const [short, whole] = ['short-line', 'ppd-debit'].map(name => `${EXAMPLES}/valid/${name}.ach`)
  const { code, stdout } = await check([short!, '--rewrite'])
  assert.equal(code, 0)
  assert.equal(stdout, `${readFileSync(whole!, 'utf8')}\n`)
})

test('what is wrong with a bank file is said line by line', async () => {
  const { code, stdout, stderr } = await check([`${EXAMPLES}/invalid/ppd-debit-invalid-entryDetail-checkDigit.ach`])
  assert.deepEqual({ code, stdout }, { code: 1, stdout: '' })
  assert.equal(
    stderr,
    [
      'tollgate: line 3: check digit of routing number 231380105 is wrong',
      'none of this is wrong in counts or sums: from the bank, the gateway applies it',
      '',
    ].join('\n'),
  )
})

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { suite, test } from 'node:test'
import {
  formAddress,
  hashKey,
  signCardTicket,
  signOnAddress,
  signPostback,
  verifyPostback,
} from '../../packages/client/src/index.js'
import type { Json } from '../support/app.ts'
import { ROOT } from '../tidy/modules.ts'

const TEXT = readFileSync(`${ROOT}/test/fixtures/client/signatures.json`, 'utf8')
const CASES: readonly Json[] = JSON.parse(TEXT)

const bodyOf = ({ body }: Json) => (typeof body === 'string' ? body : Uint8Array.from(Buffer.from(body.hex, 'hex')))

const CALLS: Readonly<Record<string, (given: Json) => Promise<unknown>>> = {
  verify: given => verifyPostback(bodyOf(given), given.headers, given.secret, { now: () => given.now * 1000 }),
  sign: given => signPostback(bodyOf(given), given.secret, given),
  hashKey: given => hashKey(given),
  cardTicket: given => signCardTicket(given),
  signOnAddress: given => signOnAddress(given, given.data, given),
  formAddress: given => formAddress(given, 'payform', given.data, given),
}

suite('G20 both clients answer one file of signatures alike', () => {
  for (const { name, answer, error, ...given } of CASES)
    test(`G20 TypeScript: ${name}`, async () => {
      const said = await CALLS[given.call]!(given).then(
        answer => ({ answer }),
        (error: Error) => ({ error: error.name }),
      )
      assert.deepEqual(said, error ? { error } : { answer })
    })

  const isMissing = spawnSync('python3', ['--version']).status !== 0
  test('G20 Python: each case of the file', { skip: isMissing && 'no python3 here' }, () => {
    const env = {
      PATH: process.env.PATH ?? '',
      PYTHONPATH: `${ROOT}/packages/client-python/src`,
      PYTHONDONTWRITEBYTECODE: '1',
      PYTHONUTF8: '1',
    }
    const run = spawnSync('python3', [`${ROOT}/test/fixtures/client/signatures.py`], { input: TEXT, env })
    const said: Json[] = JSON.parse(run.stdout.toString() || run.stderr.toString())
    for (const [at, { name, answer, error }] of CASES.entries())
      assert.deepEqual(said[at], error ? { error } : { answer }, `${name}: ${JSON.stringify(said[at])}`)
  })
})

import assert from 'node:assert/strict'
import test from 'node:test'
import { newTotpSecret, totpCode, totpStep, totpUrl } from './totp.ts'

/** The secret of RFC 6238, appendix B: 12345678901234567890. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

test('codes are those of RFC 6238, appendix B', () => {
  const vectors: [seconds: number, code: string][] = [
    [59, '94287082'],
    [1111111109, '07081804'],
    [1111111111, '14050471'],
    [1234567890, '89005924'],
    [2000000000, '69279037'],
    [20000000000, '65353130'],
  ]
  // The appendix shows eight digits, of which apps show the last six.
  for (const [seconds, code] of vectors) assert.equal(totpCode(SECRET, Math.floor(seconds / 30)), code.slice(2))
})

test('a code counts in its own half minute and the two around it', () => {
  const code = totpCode(SECRET, 1000)
  for (const [seconds, step] of [
    [1000 * 30, 1000],
    [999 * 30, 1000],
    [1002 * 30 - 1, 1000],
    [998 * 30, null],
    [1002 * 30, null],
  ] as const)
    assert.equal(totpStep(SECRET, code, seconds), step)
})

test('a secret has 160 bits in base32, and an address for apps', () => {
  const secret = newTotpSecret()
  assert.match(secret, /^[A-Z2-7]{32}$/)
  assert.notEqual(secret, newTotpSecret())
  assert.equal(
    totpUrl(SECRET, 'Pay & Co', 'pat@example.com'),
    `otpauth://totp/Pay%20%26%20Co:pat%40example.com?secret=${SECRET}&issuer=Pay%20%26%20Co`,
  )
})

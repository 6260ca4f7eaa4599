import { randomBytes } from 'node:crypto'
import type { Row, Settable } from '../../definition/resource.ts'
import type { Actor, Store } from '../../definition/store.ts'
import { invalidField, notFound, Refusal } from '../../lib/problem.ts'
import { newTotpSecret, totpStep, totpUrl } from '../../lib/totp.ts'
import type { Cipher } from '../../ports/cipher.ts'
import { user } from './user.ts'

/** What is kept of a user's second factor: the secret of his app, confirmed or not, and marks of recovery codes. */
type HeldFactor = Pick<
  Row<typeof user>,
  'id' | 'root_id' | 'second_factor_sealed' | 'second_factor_ts' | 'second_factor_step' | 'recovery_code_marks'
>

const RECOVERY_CODES = 10
/** No letter that is read as another one, and no vowel. */
const LETTERS = 'bcdfghjkmnpqrstvwxyz23456789'
const LETTERS_OF_CODE = 16

/** What the sealed secret is bound to: the root, because a user's primary location may change. */
export function secondFactorBinding(row: { id: string; root_id: string }): {
  location_id: string
  record_id: string
  field: string
} {
  return { location_id: row.root_id, record_id: row.id, field: 'second_factor' }
}

/**
 * Returns the columns to store once a code is used: each counts once. Null for a code that is wrong or was used before.
 */
export async function useCode(
  cipher: Cipher,
  held: HeldFactor,
  sent: string,
  seconds: number,
): Promise<Settable<typeof user> | null> {
  if (!held.second_factor_sealed || sent.length > 64) return null
  const code = sent.replaceAll(/[\s-]/g, '').toLowerCase()
  if (/^\d{6}$/.test(code)) {
    const secret = await cipher.open(held.second_factor_sealed, secondFactorBinding(held))
    const step = totpStep(secret, code, seconds)
    return step !== null && step > (held.second_factor_step ?? 0) ? { second_factor_step: step } : null
  }
  const marks = held.recovery_code_marks ?? []
  const used = marks.find(mark => cipher.isFingerprint(mark, 'recovery_code', `${held.id} ${code}`))
  return used ? { recovery_code_marks: marks.filter(mark => mark !== used) } : null
}

interface FactorParts {
  store: Store
  cipher: Cipher
}

/** Stores a new secret, not confirmed yet. Returns it for the user's app. Throws 409 when one is in use. */
export async function beginSecondFactor(
  { store, cipher }: FactorParts,
  actor: Actor,
  own: { id: string; root_id: string },
): Promise<{ secret: string; url: string }> {
  const secret = newTotpSecret()
  const second_factor_sealed = await cipher.seal(secret, secondFactorBinding(own))
  const row = await store.transaction(actor, async work => {
    const locked = await work.lock(user, own.id)
    if (!locked) throw notFound()
    if (locked.second_factor_ts !== null) throw new Refusal(409, IN_USE)
    const set = { second_factor_sealed, second_factor_step: null, recovery_code_marks: null }
    return work.update(user, locked, set, { verb: 'second_factor_begun' })
  })
  return { secret, url: totpUrl(secret, row.branding_domain_url ?? 'Tollgate', row.username) }
}

/**
 * Puts the secret into use that was begun, and sets what becomes of the keys. Returns the recovery codes, which cannot
 * be read again. Throws 422, 409.
 */
export async function confirmSecondFactor(
  { store, cipher }: FactorParts,
  actor: Actor,
  row: HeldFactor,
  sent: { code: string; seconds: number; keys: Settable<typeof user> },
): Promise<string[]> {
  checkBegun(row)
  const used = await useCode(cipher, { ...row, recovery_code_marks: null }, sent.code, sent.seconds)
  if (!used) throw wrongCode()
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode)
  const recovery_code_marks = codes.map(code => recoveryMark(cipher, row.id, code.replaceAll('-', '')))
  await store.transaction(actor, async work => {
    const locked = await work.lock(user, row.id)
    if (!locked) throw notFound()
    checkBegun(locked)
    // Meanwhile another secret was begun, whose code this is not.
    if (locked.second_factor_sealed !== row.second_factor_sealed) throw wrongCode()
    const set = {
      ...sent.keys,
      ...used,
      second_factor_ts: sent.seconds,
      second_factor_failures: 0,
      recovery_code_marks,
    }
    await work.update(user, locked, set, { verb: 'second_factor_added' })
  })
  return codes
}

function checkBegun({ second_factor_sealed, second_factor_ts }: HeldFactor): void {
  if (!second_factor_sealed) throw new Refusal(409, 'No second factor was begun.')
  if (second_factor_ts !== null) throw new Refusal(409, IN_USE)
}

const IN_USE = 'A second factor is in use; remove it first.'

function wrongCode(): Refusal {
  return invalidField('second_factor', 'Second Factor is not the code that the app shows now.')
}

/** Takes the second factor from a user, in use or not. */
export async function removeSecondFactor(
  { store }: Pick<FactorParts, 'store'>,
  actor: Actor,
  id: string,
): Promise<void> {
  await store.transaction(actor, async work => {
    const locked = await work.lock(user, id)
    if (!locked) throw notFound()
    const none = { second_factor_sealed: null, second_factor_ts: null, second_factor_step: null }
    await work.update(user, locked, { ...none, recovery_code_marks: null }, { verb: 'second_factor_removed' })
  })
}

/** Returns a code of 77 random bits, in groups of four. */
function newRecoveryCode(): string {
  // 252 is the largest multiple of 28 in a byte; the rest would prefer some letters.
  const bytes = [...randomBytes(4 * LETTERS_OF_CODE)].filter(byte => byte < 252).slice(0, LETTERS_OF_CODE)
  return bytes.map((byte, index) => `${index > 0 && index % 4 === 0 ? '-' : ''}${LETTERS[byte % 28]}`).join('')
}

function recoveryMark(cipher: Pick<Cipher, 'fingerprint'>, user_id: string, code: string): string {
  return cipher.fingerprint('recovery_code', `${user_id} ${code}`)
}

import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { normalized } from '../lib/normalized.ts'
import { trimEnd } from '../lib/trim-end.ts'

const derive = promisify(argon2)

/**
 * OWASP's second choice for argon2id: 19 MiB, two passes, one lane. A sign-in then takes a tenth of a second of one
 * thread.
 */
export const COST = { memory: 19_456, passes: 2, parallelism: 1 } as const
/** The cost of new hashes. Only tests lower it. Every hash stores its own cost. */
export const hashing: { cost: Record<keyof typeof COST, number> } = { cost: COST }
const NONCE_BYTES = 16
const TAG_BYTES = 32

/** The PHC string format of other argon2 programs: `$argon2id$v=19$m=…,t=…,p=…$nonce$tag`, base64 without padding. */
const MARK = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,2})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{22,86})$/

/** Returns a self-describing argon2id string to store, different on every call. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(NONCE_BYTES)
  const tag = await derive('argon2id', { message: messageOf(password), nonce, tagLength: TAG_BYTES, ...hashing.cost })
  const { memory, passes, parallelism } = hashing.cost
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(nonce)}$${unpadded(tag)}`
}

/**
 * Returns whether this is the password of the mark. Null stands for a user who does not exist or has no password: it
 * takes the same time and is never right, so that the delay does not tell who exists. Throws when the mark is
 * malformed.
 */
export async function verifyPassword(password: string, password_mark: string | null): Promise<boolean> {
  if (password_mark === null) {
    await hashPassword(password)
    return false
  }
  const [, memory, passes, parallelism, nonce, tag] = MARK.exec(password_mark) ?? []
  if (nonce === undefined || tag === undefined) throw new Error('This is no argon2id mark of a password.')
  const expected = Buffer.from(tag, 'base64')
  const actual = await derive('argon2id', {
    message: messageOf(password),
    nonce: Buffer.from(nonce, 'base64'),
    tagLength: expected.length,
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
  })
  return timingSafeEqual(actual, expected)
}

/** Keyboards compose accents differently; the same characters are the same password (NIST SP 800-63B 3.1.1.2). */
function messageOf(password: string): Buffer {
  return Buffer.from(normalized(password, 'NFKC'), 'utf8')
}

function unpadded(bytes: Buffer): string {
  return trimEnd(bytes.toString('base64'), '=')
}

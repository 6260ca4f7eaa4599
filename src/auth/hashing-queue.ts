import { addressGroup } from '../lib/address-group.ts'
import { fairQueue } from '../lib/fair-queue.ts'
import { Refusal } from '../lib/problem.ts'
import { hashPassword, verifyPassword } from './password.ts'

/** Password hashing with limits. Everything that hashes a password in a serving process goes through one of these. */
export interface HashingQueue {
  /** As `hashPassword`, in the turn of a merchant. Throws 429 when too many wait, in all or of this merchant. */
  hash(password: string, root_id: string): Promise<string>
  /** As `verifyPassword`, in the turn of an address or merchant. Throws 429 when too many wait, in all or of it. */
  verify(password: string, password_mark: string | null, of: Asking): Promise<boolean>
}

/** The owner of a turn: a merchant, or an address before the merchant is known. Null: the address is unknown. */
type Asking = { root_id: string } | { address: string | null }

/**
 * At the same time in a process: each takes 19 MiB and one of the four threads that files, names and sealing need, too,
 * for a tenth of a second.
 */
const SHARES = { at_once: 2, most_each: 40, most: 240 }
/** Limit for all addresses together. A longer queue takes three seconds, and an attacker has many addresses. */
const MOST_OF_ADDRESSES = 62
const RETRY_AFTER = '2'

export function hashingQueue(): HashingQueue {
  const queue = fairQueue('hashed passwords', SHARES, tooMany)
  let ofAddresses = 0
  return {
    hash: (password, root_id) => queue.run(keyOf({ root_id }), () => hashPassword(password)),
    async verify(password, password_mark, of) {
      const verify = () => queue.run(keyOf(of), () => verifyPassword(password, password_mark))
      if ('root_id' in of) return verify()
      if (ofAddresses >= MOST_OF_ADDRESSES) throw tooMany()
      ofAddresses += 1
      return verify().finally(() => {
        ofAddresses -= 1
      })
    },
  }
}

function keyOf(of: Asking): string {
  if ('root_id' in of) return `merchant ${of.root_id}`
  return of.address === null ? 'unknown' : `address ${addressGroup(of.address)}`
}

function tooMany(): Refusal {
  return new Refusal(429, 'Too many people sign in at this moment.', null, { 'retry-after': RETRY_AFTER })
}

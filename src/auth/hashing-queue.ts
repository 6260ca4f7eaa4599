import pLimit from 'p-limit'
import { addressGroup } from '../lib/address-group.ts'
import { Refusal } from '../lib/problem.ts'
import { hashPassword, verifyPassword } from './password.ts'

/** Password hashing with limits. Everything that hashes a password in a serving process goes through one of these. */
export interface HashingQueue {
  /** As `hashPassword`. Throws 429 when too many wait. */
  hash(password: string): Promise<string>
  /** As `verifyPassword`. Throws 429 when too many wait, in all or of this address. */
  verify(password: string, password_mark: string | null, address?: string | null): Promise<boolean>
}

/**
 * At the same time in a process: each takes 19 MiB and one of the four threads that files, names and sealing need, too,
 * for a tenth of a second.
 */
const AT_ONCE = 2
const MOST_WAITING = 60
/** One address may not take all places. */
const MOST_OF_ADDRESS = 40
const RETRY_AFTER = '2'

export function hashingQueue(): HashingQueue {
  const queue = pLimit(AT_ONCE)
  const by_address = new Map<string, number>()
  const inLine = async <T>(group: string | null, work: () => Promise<T>): Promise<T> => {
    const own = group === null ? 0 : (by_address.get(group) ?? 0)
    if (queue.activeCount + queue.pendingCount >= AT_ONCE + MOST_WAITING || own >= MOST_OF_ADDRESS)
      throw new Refusal(429, 'Too many people sign in at this moment.', null, { 'retry-after': RETRY_AFTER })
    if (group === null) return queue(work)
    by_address.set(group, own + 1)
    try {
      return await queue(work)
    } finally {
      const left = by_address.get(group)! - 1
      if (left > 0) by_address.set(group, left)
      else by_address.delete(group)
    }
  }
  return {
    hash: password => inLine(null, () => hashPassword(password)),
    verify: (password, password_mark, address = null) =>
      inLine(address === null ? null : addressGroup(address), () => verifyPassword(password, password_mark)),
  }
}

import { randomBytes } from 'node:crypto'
import type { Database } from '../db/database.ts'
import type { Cipher } from '../ports/cipher.ts'
import type { Clock } from '../ports/clock.ts'

const PURPOSE = 'sign_on_code'
/** Long enough for a browser that follows a redirect over a slow line. */
const TTL_SECONDS = 300

/** A user who signed on, and the one page he may open. */
interface SignOn {
  root_id: string
  user_id: string
  contact_id: string
}

/**
 * Codes in the address of a redirect after a sign-on: valid once and for some minutes, so that no key is ever in a URL.
 */
export interface SignOnCodes {
  issue(sign_on: SignOn): Promise<string>
  /** Uses the code up. Returns null when it is unknown, used, expired or for another page. */
  redeem(code: string, contact_id: string): Promise<SignOn | null>
}

export function signOnCodes({ db, cipher, clock }: { db: Database; cipher: Cipher; clock: Clock }): SignOnCodes {
  return {
    async issue({ root_id, user_id, contact_id }) {
      const code = randomBytes(24).toString('base64url')
      const seconds = clock.seconds()
      await db.run('delete from sign_on_code where expire_ts <= $1', [seconds])
      await db.run(
        'insert into sign_on_code (mark, root_id, user_id, contact_id, expire_ts) values ($1, $2, $3, $4, $5)',
        [cipher.fingerprint(PURPOSE, code), root_id, user_id, contact_id, seconds + TTL_SECONDS],
      )
      return code
    },
    async redeem(code, contact_id) {
      const [found] = await db.query<SignOn>(
        `delete from sign_on_code where mark = any($1) and contact_id = $2 and expire_ts > $3
         returning root_id, user_id, contact_id`,
        [cipher.fingerprints(PURPOSE, code), contact_id, clock.seconds()],
      )
      return found ?? null
    },
  }
}

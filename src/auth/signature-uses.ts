import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Database, Queryable } from '../db/database.ts'
import { unauthorized } from '../lib/problem.ts'
import type { Cipher } from '../ports/cipher.ts'
import type { Clock } from '../ports/clock.ts'

/** How old a signed time may be, in seconds (contract 5.3). */
const SIGNATURE_SECONDS = 15 * 60

/** How far the signed time may be ahead, in seconds: as far as clocks are apart. */
const AHEAD_SECONDS = 60

/** Whether a signed time is of the last quarter of an hour. */
export function isCurrent(timestamp: string, seconds: number): boolean {
  if (!/^\d{1,12}$/.test(timestamp)) return false
  const age = seconds - Number(timestamp)
  return age <= SIGNATURE_SECONDS && age >= -AHEAD_SECONDS
}

/** Accepts hexadecimal digits of either case and compares in constant time. */
export function isSignedBy(hash: string, key: string, text: string): boolean {
  if (!/^[0-9a-f]{64}$/i.test(hash)) return false
  const expected = createHmac('sha256', key).update(text).digest()
  return timingSafeEqual(Buffer.from(hash, 'hex'), expected)
}

/** A signature that was verified. A user signs each second in one way only. */
export interface VerifiedSignature {
  root_id: string
  user_id: string
  signed_ts: number
}

/** A form that is about to be opened. */
interface FormOpening {
  /** The path of the form. */
  path: string
  data: string
  /** The caller's own id of the record that the form makes. */
  api_id: string
  /** The signature over the data, once it was verified; null where the address has none. */
  data_hash: string | null
  /** Whether this address may open the form this one time only. */
  once: boolean
}

/**
 * What signatures have opened. A payer sees the signature of his form, so from then on it opens nothing of the API, and
 * no form of the same id with other data. What a merchant's server does with it before, it does itself.
 */
export interface SignatureUses {
  /** Throws 401 when the signature has opened a form. */
  openApi(signature: VerifiedSignature): Promise<void>
  /** Throws 401 when the signature has opened this form with other data, or any form where it is good for one. */
  openForm(signature: VerifiedSignature, form: FormOpening): Promise<void>
  /** Throws 401 when this sign-on link was opened before. */
  openLink(signature: VerifiedSignature, hash: string): Promise<void>
  /** Deletes uses of signatures that are over. Returns how many. */
  purge(): Promise<number>
}

interface UseParts {
  db: Database
  cipher: Pick<Cipher, 'fingerprints'>
  clock: Clock
}

/** Whose data nobody signed: several are told apart by their ids, as a busy shop signs more than one in a second. */
export const FORMS = 'forms'
/** Forms that brought a signature over their data. */
const SIGNED_FORMS = 'signed forms'

const SIGNED_LINKS = 'signed links'

/**
 * A use is stored under the signature before the form is shown, so that of two requests, in whatever processes, one
 * decides what the form is. Nothing is remembered here: another process may have opened the form a moment ago.
 */
export function signatureUses({ db, cipher, clock }: UseParts): SignatureUses {
  /** Under the form in which it was stored before, where the key of fingerprints is replaced meanwhile. */
  const use = async (
    tx: Queryable,
    { root_id, user_id, signed_ts }: VerifiedSignature,
    parts: readonly string[],
    opens: string,
  ): Promise<Use> => {
    const [part = '', ...others] = parts
    const [former] = others.length === 0 ? [] : await tx.query<Part>(PART, [root_id, user_id, signed_ts, others])
    const [found] = await tx.query<Use>(USE, [root_id, user_id, signed_ts, former?.part ?? part, opens])
    return found!
  }
  const marks = (one: string, other: string): string[] =>
    cipher.fingerprints('form', `${one} ${other}`).map(mark => mark.slice(0, 32))
  /** The first use of a signature locks it for the others, so that two at once know one form of each fingerprint. */
  const together = <T>(work: (tx: Queryable) => Promise<T>): Promise<T> =>
    cipher.fingerprints('form', '').length > 1 ? db.transaction(work) : work(db)
  return {
    async openApi({ root_id, user_id, signed_ts }) {
      const [used] = await db.query(USED, [root_id, user_id, signed_ts])
      if (used) throw unauthorized('This hash-key has opened a form, and opens nothing else.')
    },
    openForm: (signature, { path, data, api_id, data_hash, once }) =>
      together(async tx => {
        const opens = data_hash === null ? FORMS : SIGNED_FORMS
        const { opened, is_first } = await use(tx, signature, [''], opens)
        if (data_hash !== null) {
          if (once && !(await use(tx, signature, marks(path, data_hash.toLowerCase()), opens)).is_first)
            throw unauthorized(ONCE)
          return
        }
        if (opened !== opens) throw unauthorized('This hash-key opens forms with a data-hash only.')
        if (once && !is_first) throw unauthorized(ONCE)
        const [of_data = '', ...others] = marks('data', data)
        const form = await use(tx, signature, marks(path, api_id), of_data)
        if (![of_data, ...others].includes(form.opened))
          throw unauthorized('This hash-key has opened this form with other data.')
      }),
    openLink: (signature, hash) =>
      together(async tx => {
        const { is_first } = await use(tx, signature, marks('contactsso', hash.toLowerCase()), SIGNED_LINKS)
        if (!is_first) throw unauthorized('This link has been opened before; it opens only once.')
      }),
    async purge() {
      const before = clock.seconds() - SIGNATURE_SECONDS - SKEW_SECONDS
      let all = 0
      for (;;) {
        const gone = await db.run(PURGE, [before, PIECE])
        all += gone
        if (gone < PIECE) return all
      }
    },
  }
}

const ONCE = 'This hash-key has opened a form, and is good for one.'
/** Far more than clocks of processes are apart. */
const SKEW_SECONDS = 60
const PIECE = 5_000

interface Part {
  part: string
}

const PART = 'select part from signature_use where root_id = $1 and user_id = $2 and signed_ts = $3 and part = any($4)'

interface Use {
  opened: string
  is_first: boolean
}

/** Returns the stored use, whoever stored it: the update changes nothing and waits for a concurrent insert. */
const USE = `
insert into signature_use as u (root_id, user_id, signed_ts, part, opened) values ($1, $2, $3, $4, $5)
on conflict (root_id, user_id, signed_ts, part) do update set opened = u.opened
returning opened, xmax = 0 as is_first`

const USED = `select 1 from signature_use where root_id = $1 and user_id = $2 and signed_ts = $3 and part = ''`

const PURGE = `
delete from signature_use
 where (root_id, user_id, signed_ts, part) in
       (select root_id, user_id, signed_ts, part from signature_use where signed_ts < $1 order by signed_ts limit $2)`

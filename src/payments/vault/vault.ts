import type { Database } from '../../db/database.ts'
import type { Caller } from '../../definition/caller.ts'
import { overRows } from '../../definition/store.ts'
import { type AuditEvent, eventInsert, recordEvents } from '../../events/record-events.ts'
import { accountProblems, type VaultAccount } from '../../lib/account.ts'
import { bininfo, cardDigits } from '../../lib/bin/bininfo.ts'
import { cardBrand } from '../../lib/card-brand.ts'
import { newId } from '../../lib/id.ts'
import { localDate } from '../../lib/local-date.ts'
import { firstLook, type Retention, USUAL_RETENTION } from '../../lib/number-retention.ts'
import { invalidField } from '../../lib/problem.ts'
import type { Binding, Cipher } from '../../ports/cipher.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Instrument, SealedAccount, Shown, Vaulting } from '../vaulting.ts'
import { binData } from './bin-data.ts'
import { keepIdOf } from './network-ids.ts'
import { findTicket, INSTRUMENT_COLUMNS, redeemTicket } from './redeem-ticket.ts'

/** The field name every seal of an instrument is bound to, beside its location and id. */
const SEALED_FIELD = 'instrument'

/** What is encrypted: the number or the token, and nothing that the row holds in clear. */
type Secret = { number: string; routing?: string } | { token: string }

interface VaultParts {
  db: Database
  cipher: Cipher
  clock: Clock
  /** The usual one when left out. */
  retention?: Retention
}

/** The vault over the table `instrument`. It is the only code that seals or opens account numbers. */
export function vaulting({ db, cipher, clock, retention = USUAL_RETENTION }: VaultParts): Vaulting {
  const sealing = { cipher, clock, retention }
  return {
    bins: binData(db),
    validate: (account, seconds, zone) => ({
      shown: shownOf(account),
      problems: accountProblems(account, localDate(seconds, zone)),
    }),
    seal: (root_id, location_id, account) => seal(sealing, { root_id, location_id }, account),
    async keep(work, location_id, account) {
      const { root_id } = work.actor.caller
      const { instrument, statement } = seal(sealing, { root_id, location_id }, account)
      await work.query(statement.text, statement.values)
      return instrument
    },
    async look(root_id, instrument_id) {
      const text = `select ${INSTRUMENT_COLUMNS}, sealed is not null as is_kept from instrument where root_id = $1 and id = $2`
      const [row] = await db.query<Instrument & { is_kept: boolean }>(text, [root_id, instrument_id])
      return row ?? null
    },
    async reveal(instrument, caller) {
      const { id, root_id } = instrument
      const values: unknown[] = [root_id, id]
      const noted = eventInsert([revealed(instrument, caller)], clock, values)
      const text = `with noted as (${noted}) select sealed from instrument where root_id = $1 and id = $2 and sealed is not null`
      const [row] = await db.query<{ sealed: string }>(text, values)
      if (!row) throw new Error(`There is no instrument ${id}, or its number is erased.`)
      return accountOf(instrument, JSON.parse(cipher.open(row.sealed, bindingOf(instrument))))
    },
    async openAll(caller, instrument_ids) {
      const text = `select ${INSTRUMENT_COLUMNS}, sealed from instrument where root_id = $1 and id = any($2) and sealed is not null`
      const ids = [...new Set(instrument_ids)]
      const rows = await db.query<Instrument & { sealed: string }>(text, [caller.root_id, ids])
      await recordEvents(
        db,
        clock,
        rows.map(row => revealed(row, caller)),
      )
      const opened = rows.map(({ sealed, ...instrument }) => {
        const account = accountOf(instrument, JSON.parse(cipher.open(sealed, bindingOf(instrument))))
        return [instrument.id, { instrument, account }] as const
      })
      return new Map(opened)
    },
    continueSeries: (about, work) => keepIdOf(work ?? db, about),
    knownBy: ({ payment_method, fingerprint, fingerprint_before }) =>
      cipher.formsOf(payment_method === 'cc' ? 'card' : 'bank', fingerprint_before ?? fingerprint),
    findTicket: (read, location_id, named) => findTicket(read, location_id, named, clock.seconds()),
    redeem: (work, location_id, named) => redeemTicket(work, location_id, named, clock.seconds()),
  }
}

/** That a number was opened, and for whom (PCI DSS 10.2.1.1). */
function revealed({ id, root_id, location_id, last_four }: Instrument, caller: Caller): AuditEvent {
  const place = { location_id, noun: 'instrument', record_id: id }
  return { caller: { ...caller, root_id }, ...place, verb: 'revealed', details: { last_four } }
}

/** What the seal of an instrument is bound to: its bytes can be opened in no other row and for no other location. */
export function bindingOf({ location_id, id }: Pick<Instrument, 'location_id' | 'id'>): Binding {
  return { location_id, record_id: id, field: SEALED_FIELD }
}

function seal(
  { cipher, clock, retention }: Required<Omit<VaultParts, 'db'>>,
  { root_id, location_id }: Pick<Instrument, 'root_id' | 'location_id'>,
  account: VaultAccount,
): SealedAccount {
  const id = newId(clock.now())
  const shown = shownOf(account)
  // Nothing we could not name may lie in the vault: a later payment would not know where to send it.
  if (shown.account_type === '') throw invalidField('account_number', 'Account Number is invalid.')
  const [purpose, value] = marked(account)
  const forms = cipher.fingerprints(purpose, value)
  const fingerprint = forms[0]!
  const fingerprint_before = formerOf(forms, fingerprint)
  const sealed = cipher.seal(JSON.stringify(secretOf(account)), bindingOf({ location_id, id }))
  const instrument: Instrument = {
    id,
    root_id,
    location_id,
    payment_method: account.payment_method,
    ...shown,
    exp_date: account.payment_method === 'cc' ? account.exp_date : null,
    account_holder_name: account.account_holder_name,
    is_company: account.payment_method === 'ach' && account.is_company,
    fingerprint,
    fingerprint_before,
    card_class: account.payment_method === 'cc' ? bininfo(cardDigits(account)).card_class.trim() || null : null,
  }
  const created_ts = clock.seconds()
  const kept = { sealed, key_id: cipher.keyOf(sealed), erase_ts: firstLook(retention, created_ts) }
  const row = { ...instrument, ...kept, created_ts }
  const names = Object.keys(row).join(', ')
  const text = `insert into instrument (${names}) select ${names} from json_populate_recordset(null::instrument, $1)`
  return { instrument, statement: overRows(text, [row]) }
}

function shownOf(account: VaultAccount): Shown {
  if ('token' in account) {
    const { first_six, last_four, brand } = account
    return { first_six, last_four: last_four ?? '', account_type: brand ?? '' }
  }
  const { account_number: number } = account
  const brand = account.payment_method === 'cc' ? (cardBrand(number) ?? '') : account.account_type
  return { first_six: firstSix(number), last_four: lastFour(number), account_type: brand }
}

/**
 * Returns purpose and value of what the same account is known by here. Cards and banks are fingerprinted under
 * different keys, so that a bank number is never taken for a card.
 */
function marked(account: VaultAccount): ['card' | 'bank', string] {
  if ('token' in account) return ['card', account.token]
  if (account.payment_method === 'cc') return ['card', account.account_number]
  return ['bank', `${account.routing} ${account.account_number}`]
}

/** Whether this is the account that a stored fingerprint stands for. */
export function isKnownBy(cipher: Pick<Cipher, 'isFingerprint'>, fingerprint: string, account: VaultAccount): boolean {
  return cipher.isFingerprint(fingerprint, ...marked(account))
}

/** The form that comes before the current one: a key that has only been announced fingerprints nothing yet. */
function formerOf(forms: string[], fingerprint: string): string | null {
  return forms.findLast(form => form < fingerprint) ?? null
}

function secretOf(account: VaultAccount): Secret {
  if ('token' in account) return { token: account.token }
  const { account_number: number } = account
  return account.payment_method === 'cc' ? { number } : { number, routing: account.routing }
}

function accountOf(instrument: Instrument, secret: Secret): VaultAccount {
  const { account_holder_name, is_company } = instrument
  if ('token' in secret) {
    const { first_six, last_four, account_type: brand, exp_date } = instrument
    const shown = { first_six, last_four, brand, exp_date: exp_date ?? '', account_holder_name }
    return { payment_method: 'cc', token: secret.token, ...shown }
  }
  const { number, routing } = secret
  if (instrument.payment_method === 'cc') {
    return { payment_method: 'cc', account_number: number, exp_date: instrument.exp_date ?? '', account_holder_name }
  }
  const account_type = instrument.account_type === 'savings' ? 'savings' : 'checking'
  return {
    payment_method: 'ach',
    routing: routing!,
    account_number: number,
    account_type,
    account_holder_name,
    is_company,
  }
}

/** The shortest number of which three digits stay hidden when the first six and the last four are shown. */
const SHORTEST_CARD = 13

/**
 * Returns the first six digits for `first_six`; null when the number is shorter than any card number, because too
 * little would stay hidden. Most bank account numbers are, and they have no issuer number.
 */
export function firstSix(number: string): string | null {
  return number.length < SHORTEST_CARD ? null : number.slice(0, 6)
}

/** Returns the last four digits for `last_four`; for a number of fewer than eight digits only the last half. */
export function lastFour(number: string): string {
  return number.slice(number.length - Math.min(4, Math.floor(number.length / 2)))
}

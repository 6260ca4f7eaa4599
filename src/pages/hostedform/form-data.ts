/**
 * The hosted forms of contract 5.3, shown in a merchant's own page: card and bank entry, to pay or to store an account.
 */

import { otherCurrencies } from '../../lib/currency.ts'
import { parseMoney } from '../../lib/money.ts'
import { invalid, label, type Problems, Refusal } from '../../lib/problem.ts'
import { utf8Text } from '../../lib/utf8.ts'
import { isOrigin } from '../../lib/web-address.ts'
import type { Cipher } from '../../ports/cipher.ts'
import type { RedirectTarget } from '../receipt/redirect.ts'

export type FormNoun = 'transaction' | 'accountvault'

/** How a form looks and what happens after it, as the signed address says. */
interface FormOptions {
  /** The one origin that may frame the form and receives the result; null: none. */
  parent_origin: string | null
  parent_send_message: boolean
  /** Seconds after which the window closes itself; null: never. */
  close_after: number | null
  display_close_button: boolean
  redirect: RedirectTarget | null
  /** Overrides the settings of the product. */
  shows: Partial<Record<'show_cvv' | 'show_street' | 'require_street' | 'show_zip' | 'require_zip', boolean>>
  show_account_holder_name: boolean
  /** Whether the form starts the terminal that its data name, and whether that is all it does. */
  at_terminal: 'only' | 'too' | null
}

export interface HostedFormData {
  /** Fields of the record to create. */
  record: Record<string, unknown>
  /** What the form is filled in with, by the names of its fields. */
  defaults?: Record<string, string>
  options: FormOptions
}

/** The caller's own id, by which a form that is submitted twice creates one record. */
export const API_ID = { transaction: 'transaction_api_id', accountvault: 'account_vault_api_id' } as const

/** Fields that are typed into the form or not taken at all. They are ignored in an address. */
const ENTERED_FIELDS = [
  ...['account_number', 'exp_date', 'cvv', 'track_data', 'e_track_data', 'routing', 'ticket', 'account_holder_name'],
  ...['account_type', 'is_company', 'account_vault_id', 'account_vault_api_id', 'previous_account_vault_id'],
  ...['previous_account_vault_api_id', 'previous_transaction_id', 'previous_transaction_api_id'],
]
const ACTIONS = ['sale', 'debit', 'authonly', 'avsonly', 'refund']
const SHOW_OPTIONS = ['show_cvv', 'show_street', 'require_street', 'show_zip', 'require_zip'] as const
const LONGEST_HEX = 8192

/**
 * Reads `data`: the hex of the JSON of `{transaction: {…}}` or `{accountvault: {…}}`. Throws 400 when it cannot be
 * read, 422 when its fields are invalid.
 */
export function readFormData(noun: FormNoun, hex: string | undefined): HostedFormData {
  const sent = recordIn(noun, hex)
  const problems: Problems = otherCurrencies(sent)
  const refuse = (field: string, text: string) => {
    problems[field] = [`${label(field)} ${text}`]
  }
  const api_id = API_ID[noun]
  if (!sent[api_id]) refuse(api_id, 'cannot be blank.')
  // The id is stored with the signature, before the record's fields are validated. PostgreSQL rejects both.
  else if (String(sent[api_id]).includes('\u0000') || !String(sent[api_id]).isWellFormed())
    refuse(api_id, 'is invalid.')
  if (noun === 'transaction' && sent.action !== undefined && !ACTIONS.includes(sent.action as string))
    refuse('action', `must be one of ${ACTIONS.join(', ')}.`)
  if (noun === 'transaction' && sent.action !== 'avsonly' && (parseMoney(sent.transaction_amount) ?? 0n) <= 0n)
    refuse('transaction_amount', 'must be an amount greater than zero.')
  const at_terminal = atTerminal(noun, sent, refuse)
  const parent_origin = originOf(sent.parent_origin)
  if ((sent.parent_origin ?? '') !== '' && parent_origin === null)
    refuse('parent_origin', 'must be an origin such as https://shop.example.')
  const redirect_url = addressOf(sent.redirect_url_on_approval)
  if (sent.redirect_url_on_approval && redirect_url === null)
    refuse('redirect_url_on_approval', 'must be an http or https address.')
  if (Object.keys(problems).length > 0) throw invalid(problems)
  const seconds = secondsOf(sent.redirect_url_delay, 15)
  const options: FormOptions = {
    parent_origin,
    parent_send_message: isOn(sent.parent_send_message, false),
    close_after: isOn(sent.parent_close, false) ? secondsOf(sent.parent_close_delay, 10) : null,
    display_close_button: isOn(sent.display_close_button, true),
    redirect: redirect_url === null ? null : { url: redirect_url, seconds },
    shows: Object.fromEntries(SHOW_OPTIONS.filter(name => name in sent).map(name => [name, isOn(sent[name], true)])),
    show_account_holder_name: isOn(sent.show_account_holder_name, true),
    at_terminal,
  }
  const taken = Object.entries(sent).filter(([name]) => name === api_id || !ENTERED_FIELDS.includes(name))
  return { record: Object.fromEntries(taken), options }
}

/** What `entry_method` and `terminal_id` ask for: `both` without a terminal is a form for typed accounts. */
function atTerminal(
  noun: FormNoun,
  { entry_method, terminal_id, ...sent }: Record<string, unknown>,
  refuse: (field: string, text: string) => void,
): FormOptions['at_terminal'] {
  if (entry_method !== 'terminal' && (entry_method !== 'both' || !terminal_id)) return null
  if (noun === 'accountvault') {
    if (entry_method === 'both') return null
    refuse('entry_method', 'must be manual: a terminal stores a card with POST /v2/routeraccountvaults.')
  }
  if (!terminal_id) refuse('terminal_id', 'cannot be blank where entry_method is terminal.')
  if (sent.payment_method === 'ach' || sent.action === 'debit')
    refuse('entry_method', 'must be manual: a terminal takes cards only.')
  if (sent.surcharge_amount || sent.subtotal_amount)
    refuse('surcharge_amount', 'must be blank: a terminal adds no surcharge.')
  return entry_method === 'terminal' ? 'only' : 'too'
}

function recordIn(noun: FormNoun, hex: string | undefined): Record<string, unknown> {
  if (!hex) throw invalid({ data: ['Data cannot be blank.'] })
  const unreadable = new Refusal(400, 'The data of this form cannot be read.')
  if (hex.length % 2 > 0 || hex.length > LONGEST_HEX || !/^[0-9a-f]+$/i.test(hex)) throw unreadable
  let value: unknown
  try {
    value = JSON.parse(utf8Text(Buffer.from(hex, 'hex')))
  } catch {
    throw unreadable
  }
  const record = isRecord(value) ? value[noun] : null
  if (!isRecord(record)) throw invalid({ [noun]: [`${label(noun)} cannot be blank.`] })
  return record
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isOn(value: unknown, otherwise: boolean): boolean {
  if (value === undefined || value === null) return otherwise
  return value === true || value === 1 || value === '1' || value === 'true'
}

function secondsOf(value: unknown, otherwise: number): number {
  const seconds = Number(value ?? otherwise)
  return Number.isInteger(seconds) && seconds >= 0 && seconds <= 60 ? seconds : otherwise
}

function originOf(value: unknown): string | null {
  return typeof value === 'string' && isOrigin(value) ? value : null
}

function addressOf(value: unknown): string | null {
  const url = typeof value === 'string' && value.length <= 1024 ? URL.parse(value) : null
  return url && /^https?:$/.test(url.protocol) ? url.href : null
}

/** A form without wishes of its own: shown by itself, to somebody who stays there. */
export const PLAIN_OPTIONS: FormOptions = {
  parent_origin: null,
  parent_send_message: false,
  close_after: null,
  display_close_button: false,
  redirect: null,
  shows: {},
  show_account_holder_name: true,
  at_terminal: null,
}

/**
 * What a form carries in a hidden field: who created it and what for. It is encrypted, so the payer can neither read
 * nor change it.
 */
export interface FormState extends HostedFormData {
  noun: FormNoun
  user_id: string
  /** The same for all forms of one signed address; attempts are counted by it. */
  page_id: string
  expire_ts: number
}

/** How long a form may stay open: as long as the signature of its address is valid. */
export const FORM_SECONDS = 15 * 60

const binding = { location_id: 'form', record_id: 'hosted', field: 'state' }

type Seal = Pick<Cipher, 'seal' | 'open'>

export function sealState(cipher: Seal, state: FormState): string {
  return cipher.seal(JSON.stringify(state), binding)
}

/** Returns null for a text that was not sealed here. */
export function openState(cipher: Seal, sealed: string | null): FormState | null {
  if (!sealed || sealed.length > 16_000) return null
  try {
    return JSON.parse(cipher.open(sealed, binding)) as FormState
  } catch {
    return null
  }
}

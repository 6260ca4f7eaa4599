import type { AnyField } from '../../definition/resource.ts'
import type { VaultAccount } from '../../lib/account.ts'
import { accountProblems } from '../../lib/account.ts'
import { cardDataOf } from '../../lib/card-data-fields.ts'
import { EXP_DATE } from '../../lib/exp-date.ts'
import { accountvault } from '../../resources/accountvault/accountvault.ts'

/**
 * The file is JSON lines: a head, one account per line, and the number of accounts. It exists only encrypted for one
 * recipient, whose holder of the identity can read it with `age -d`.
 */
export interface VaultHead {
  format: typeof FORMAT
  version: typeof VERSION
  /** Identifies the gateway it comes from; no secret. */
  source: string
  taken: string
}

export interface VaultEnd {
  accountvaults: number
}

/** An account with its number in clear. */
export interface VaultLine {
  /** Id and location of the record at the other gateway. */
  id: string
  location_id: string
  contact: { id: string; contact_api_id: string | null } | null
  account: VaultAccount
  /** The descriptive fields of an account vault, by name. */
  fields: Record<string, unknown>
}

const FORMAT = 'tollgate-vault'
const VERSION = 1

/** Set by the importing gateway, or carried elsewhere in the line. */
const NOT_CARRIED = ['id', 'location_id', 'contact_id', 'created_ts', 'modified_ts', 'has_recurring', 'active']
/** Derived from the account. */
const FROM_ACCOUNT = ['payment_method', 'account_type', 'first_six', 'last_four', 'is_company']

/** Fields that are carried beside the account. */
export const CARRIED: readonly string[] = Object.entries(accountvault.fields)
  .filter(
    ([name, { options }]) => options.reach === undefined && !NOT_CARRIED.includes(name) && !FROM_ACCOUNT.includes(name),
  )
  .map(([name]) => name)

export function vaultHead(source: string, taken: string): VaultHead {
  return { format: FORMAT, version: VERSION, source, taken }
}

export function isVaultHead(value: unknown): value is VaultHead {
  const { format, version, source } = (value ?? {}) as Partial<VaultHead>
  return format === FORMAT && version === VERSION && typeof source === 'string' && /^[0-9a-f]{16,64}$/.test(source)
}

/** Before any expiry date: expired accounts may be moved. */
const LONG_AGO = Temporal.PlainDate.from('1970-01-01')

/** Characters of an id: more are not stored. */
const LONGEST_ID = 36
/** No text of an account is longer. */
const LONGEST_TEXT = 512

/** Returns the problems of a line, which never quote a number; empty when there are none. */
export function lineProblems(line: unknown): string[] {
  if (!isObject(line)) return ['it is no account']
  const { id, account, fields, contact } = line
  if (!isText(id, LONGEST_ID) || !isObject(account) || !isObject(fields)) return ['it is no account']
  const api_id = isObject(contact) ? (contact.contact_api_id ?? null) : null
  if (api_id !== null && !isText(api_id)) return ['its contact has no contact_api_id that can be read']
  if (!isAccount(account)) return ['what it is paid with is not complete']
  const problems = Object.values(accountProblems(account, LONG_AGO)).flat()
  for (const [name, value] of Object.entries(fields)) {
    if (!CARRIED.includes(name)) problems.push(`${name} is no field that travels`)
    else if (value !== null) problems.push(...fieldProblems(name, value))
  }
  return problems
}

function fieldProblems(name: string, value: unknown): string[] {
  const field: AnyField = accountvault.fields[name as keyof typeof accountvault.fields]
  const { kind, limits } = field
  if (value === '') return []
  const card_data = cardDataOf(field, value)
  if (card_data) return [`${name} contains a ${card_data}`]
  const parsed = kind.parse(value, limits)
  if ('problem' in parsed) return [`${name} ${parsed.problem}`]
  return name === 'exp_date' && !EXP_DATE.pattern.test(String(value)) ? ['exp_date is no month'] : []
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Whether it is a text that PostgreSQL stores. */
function isText(value: unknown, most = LONGEST_TEXT): value is string {
  return typeof value === 'string' && value.length <= most && value.isWellFormed() && !value.includes('\u0000')
}

function isAccount(account: Record<string, unknown>): account is Record<string, unknown> & VaultAccount {
  const name = account.account_holder_name
  if (name !== null && !isText(name)) return false
  if (account.payment_method === 'ach')
    return (
      isText(account.routing) &&
      isText(account.account_number) &&
      (account.account_type === 'checking' || account.account_type === 'savings') &&
      typeof account.is_company === 'boolean'
    )
  if (account.payment_method !== 'cc' || !isText(account.exp_date)) return false
  if (!('token' in account)) return isText(account.account_number)
  const shown = [account.first_six, account.last_four, account.brand]
  return isText(account.token) && shown.every(value => (value ?? null) === null || isText(value))
}

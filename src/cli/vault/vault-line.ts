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

/** Returns the problems of a line, which never quote a number; empty when there are none. */
export function lineProblems({ id, account, fields }: VaultLine): string[] {
  if (typeof id !== 'string' || typeof account !== 'object' || account === null || typeof fields !== 'object')
    return ['it is no account']
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

function isAccount(account: VaultAccount): boolean {
  const text = (value: unknown) => typeof value === 'string'
  const name = account.account_holder_name
  if (name !== null && !text(name)) return false
  if (account.payment_method === 'ach')
    return (
      text(account.routing) &&
      text(account.account_number) &&
      (account.account_type === 'checking' || account.account_type === 'savings') &&
      typeof account.is_company === 'boolean'
    )
  if (account.payment_method !== 'cc') return false
  return text(account.exp_date) && ('token' in account ? text(account.token) : text(account.account_number))
}

import { abaValid } from '../../lib/aba.ts'

/** How the bank payments of a product go to its bank; keys of `processor_data` beside `terminals`. */
export interface AchSettings {
  /** Same Day ACH. */
  same_day: boolean
  /** How often a debit that came back for lack of funds is presented again; the rules of Nacha allow twice. */
  represent: 0 | 1 | 2
  originator: Originator
}

/** Who sends the files; what a product leaves out is the installation's. */
interface Originator {
  /** Routing number of the bank that takes the files, nine digits. */
  destination?: string
  destination_name?: string
  /** What the bank knows the sender of files by: ten digits, or nine. */
  origin?: string
  origin_name?: string
  /** The first eight digits of the routing number of the bank that originates; those of `destination` when left out. */
  odfi_id?: string
  /** What the bank knows the merchant by, at most ten characters. */
  company_id?: string
  /** What payers read on their statement, at most 16 characters; the location's name when left out. */
  company_name?: string
  /** At most ten characters. */
  entry_description?: string
}

const TEXTS: Readonly<Record<keyof Originator, RegExp>> = {
  destination: /^\d{9}$/,
  destination_name: /^[ -~]{1,23}$/,
  origin: /^\d{1,10}$/,
  origin_name: /^[ -~]{1,23}$/,
  odfi_id: /^\d{8}$/,
  company_id: /^[0-9A-Za-z]{1,10}$/,
  company_name: /^[ -~]{1,16}$/,
  entry_description: /^[ -~]{1,10}$/,
}

/** The settings of a product as they stand. */
export function achSettings(product: { processor_data: unknown }): AchSettings {
  const { same_day, represent, originator } = (product.processor_data ?? {}) as Partial<AchSettings>
  const times = represent === 1 || represent === 2 ? represent : 0
  return { same_day: same_day === true, represent: times, originator: originator ?? {} }
}

/** Why this processor data cannot be taken, as far as it says how bank payments go; or null. */
export function achSettingsProblem(sent: unknown): string | null {
  if (typeof sent !== 'object' || sent === null) return null
  const { same_day, represent, originator } = sent as Record<string, unknown>
  if (same_day !== undefined && typeof same_day !== 'boolean') return 'must have a same_day that is true or false.'
  if (represent !== undefined && represent !== 0 && represent !== 1 && represent !== 2)
    return 'must have a represent of 0, 1 or 2.'
  return originator === undefined ? null : originatorProblem(originator)
}

function originatorProblem(sent: unknown): string | null {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent))
    return 'must have an originator that is an object.'
  for (const [name, value] of Object.entries(sent)) {
    const form = Object.hasOwn(TEXTS, name) ? TEXTS[name as keyof Originator] : null
    if (!form) return `must have an originator with no other keys than ${Object.keys(TEXTS).join(', ')}.`
    if (typeof value !== 'string' || !form.test(value) || value.trim() === '')
      return `must have an originator whose ${name} fits ${form.source}.`
    if (name === 'destination' && !abaValid(value)) return 'must have a destination that is a routing number.'
  }
  return null
}

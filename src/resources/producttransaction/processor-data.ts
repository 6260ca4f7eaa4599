import { abaValid } from '../../lib/aba.ts'

/** The part of a product's `processor_data` that says how its bank payments are sent. */
export interface AchSettings {
  /** Same Day ACH. */
  same_day: boolean
  /** How often a debit returned for lack of funds is presented again; the Nacha rules allow twice. */
  represent: 0 | 1 | 2
  originator: Originator
}

/** The sender of the files; what a product leaves out comes from the installation's settings. */
interface Originator {
  /** Routing number of the bank that takes the files, nine digits. */
  destination?: string
  destination_name?: string
  /** What the bank knows the sender of files by: ten digits, or nine. */
  origin?: string
  origin_name?: string
  /** The first eight digits of the originating bank's routing number; those of `destination` when left out. */
  odfi_id?: string
  /** What the bank knows the merchant by, at most ten characters. */
  company_id?: string
  /** What payers read on their statement, at most 16 characters; the location's name when left out. */
  company_name?: string
  /** At most ten characters. */
  entry_description?: string
}

/** One way bank payments are sent, by standard entry class; what `processor_data.terminals` lists (contract 2.15). */
export interface AchTerminal {
  terminal_id: string
  sec_code: string
  /** Of debit, credit, refund, void, avsonly. */
  actions: string[]
  /** Fields a payment must have; driver_license and identity_verification stand for two fields each. */
  required: string[]
}

const ORIGINATOR_FORMATS: Readonly<Record<keyof Originator, RegExp>> = {
  destination: /^\d{9}$/,
  destination_name: /^[ -~]{1,23}$/,
  origin: /^\d{1,10}$/,
  origin_name: /^[ -~]{1,23}$/,
  odfi_id: /^\d{8}$/,
  company_id: /^[0-9A-Za-z]{1,10}$/,
  company_name: /^[ -~]{1,16}$/,
  entry_description: /^[ -~]{1,10}$/,
}

const SEC_CODES = ['WEB', 'PPD', 'CCD', 'TEL', 'POP', 'C21']
const ACTIONS = ['debit', 'credit', 'refund', 'void', 'avsonly']
const TERMINAL_KEYS = ['terminal_id', 'sec_code', 'actions', 'required']
const MOST_TERMINALS = 50

const REQUIRED = ['account_holder_name', 'routing', 'account_number', 'account_type']
const RETURNABLE = ['debit', 'refund', 'void']
const CREDITABLE = ['debit', 'refund', 'void', 'credit']

/**
 * The terminals of a bank product that lists none: the usual entry classes, with no more than a bank needs. Credits are
 * sent as PPD or CCD only, because WEB and TEL authorise debits (Nacha operating rules).
 */
export const STANDARD_TERMINALS: readonly AchTerminal[] = [
  { terminal_id: '2310', sec_code: 'WEB', actions: RETURNABLE, required: REQUIRED },
  { terminal_id: '2810', sec_code: 'PPD', actions: CREDITABLE, required: REQUIRED },
  { terminal_id: '2910', sec_code: 'CCD', actions: CREDITABLE, required: REQUIRED },
  { terminal_id: '2210', sec_code: 'TEL', actions: RETURNABLE, required: [...REQUIRED, 'check_number'] },
]

export function achSettings(product: { processor_data: unknown }): AchSettings {
  const { same_day, represent, originator } = (product.processor_data ?? {}) as Partial<AchSettings>
  const times = represent === 1 || represent === 2 ? represent : 0
  return { same_day: same_day === true, represent: times, originator: originator ?? {} }
}

/** Whether a bank product takes the first WEB debit of a stored account only once the account is verified. */
export function requiresVerified(product: { processor_data: unknown }): boolean {
  return (product.processor_data as { verify_accounts?: unknown } | null)?.verify_accounts === true
}

/** Returns what is wrong with processor data, or an empty list. */
export function processorDataProblems(sent: unknown): string[] {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return ['must be an object.']
  const { terminals = [], verify_accounts, ...settings } = sent as Record<string, unknown>
  const is_known = verify_accounts === undefined || typeof verify_accounts === 'boolean'
  return [
    terminalsProblem(terminals) ?? settingsProblem(settings),
    is_known ? null : 'must have true or false for verify_accounts.',
  ].filter(text => text !== null)
}

function terminalsProblem(terminals: unknown): string | null {
  if (!Array.isArray(terminals)) return 'must have a list of terminals.'
  if (terminals.length > MOST_TERMINALS) return `must have at most ${MOST_TERMINALS} terminals.`
  if (terminals.every(isTerminal)) return null
  return `must have terminals of the form {${TERMINAL_KEYS.join(', ')}}, with sec_code one of ${SEC_CODES.join(', ')} and actions of ${ACTIONS.join(', ')}.`
}

function isTerminal(each: unknown): each is AchTerminal {
  if (typeof each !== 'object' || each === null) return false
  const { terminal_id, sec_code, actions, required } = each as Record<string, unknown>
  if (Object.keys(each).some(key => !TERMINAL_KEYS.includes(key))) return false
  if (typeof terminal_id !== 'string' || !/^\w{1,24}$/.test(terminal_id)) return false
  if (!isListOf(actions, text => ACTIONS.includes(text)) || !isListOf(required, text => /^[a-z0-9_]{1,64}$/.test(text)))
    return false
  return typeof sec_code === 'string' && SEC_CODES.includes(sec_code)
}

function isListOf(sent: unknown, fits: (text: string) => boolean): sent is string[] {
  return Array.isArray(sent) && sent.every(each => typeof each === 'string' && fits(each))
}

function settingsProblem({ same_day, represent, originator }: Record<string, unknown>): string | null {
  if (same_day !== undefined && typeof same_day !== 'boolean') return 'must have a same_day that is true or false.'
  if (represent !== undefined && represent !== 0 && represent !== 1 && represent !== 2)
    return 'must have a represent of 0, 1 or 2.'
  return originator === undefined ? null : originatorProblem(originator)
}

function originatorProblem(sent: unknown): string | null {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent))
    return 'must have an originator that is an object.'
  for (const [name, value] of Object.entries(sent)) {
    const format = Object.hasOwn(ORIGINATOR_FORMATS, name) ? ORIGINATOR_FORMATS[name as keyof Originator] : null
    if (!format) return `must have an originator with no other keys than ${Object.keys(ORIGINATOR_FORMATS).join(', ')}.`
    if (typeof value !== 'string' || !format.test(value) || value.trim() === '')
      return `must have an originator whose ${name} fits ${format.source}.`
    if (name === 'destination' && !abaValid(value)) return 'must have a destination that is a routing number.'
  }
  return null
}

/** One way bank payments are sent, by standard entry class; what `processor_data.terminals` lists (contract 2.15). */
export interface AchTerminal {
  terminal_id: string
  sec_code: string
  /** Of debit, credit, refund, void, avsonly. */
  actions: string[]
  /** Names of fields a payment has to have; driver_license and identity_verification stand for two fields each. */
  required: string[]
}

const SEC_CODES = ['WEB', 'PPD', 'CCD', 'TEL', 'POP', 'C21']
const ACTIONS = ['debit', 'credit', 'refund', 'void', 'avsonly']
const KEYS = ['terminal_id', 'sec_code', 'actions', 'required']
const MOST = 50

const REQUIRED = ['account_holder_name', 'routing', 'account_number', 'account_type']
const RETURNABLE = ['debit', 'refund', 'void']
const CREDITABLE = ['debit', 'refund', 'void', 'credit']

/**
 * The terminals of a bank product that names none: the usual entry classes with no more than a bank needs. Credits go
 * out as PPD or CCD only, because WEB and TEL are authorisations to take money (Nacha operating rules).
 */
export const STANDARD_TERMINALS: readonly AchTerminal[] = [
  { terminal_id: '2310', sec_code: 'WEB', actions: RETURNABLE, required: REQUIRED },
  { terminal_id: '2810', sec_code: 'PPD', actions: CREDITABLE, required: REQUIRED },
  { terminal_id: '2910', sec_code: 'CCD', actions: CREDITABLE, required: REQUIRED },
  { terminal_id: '2210', sec_code: 'TEL', actions: RETURNABLE, required: [...REQUIRED, 'check_number'] },
]

/** Why this processor data cannot be taken, or null. */
export function terminalsProblem(sent: unknown): string | null {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return 'must be an object.'
  const { terminals = [] } = sent as { terminals?: unknown }
  if (!Array.isArray(terminals)) return 'must have a list of terminals.'
  if (terminals.length > MOST) return `must have at most ${MOST} terminals.`
  for (const each of terminals) {
    if (!isTerminal(each)) {
      return `must have terminals of the form {${KEYS.join(', ')}}, with sec_code one of ${SEC_CODES.join(', ')} and actions of ${ACTIONS.join(', ')}.`
    }
  }
  return null
}

function isTerminal(each: unknown): each is AchTerminal {
  if (typeof each !== 'object' || each === null) return false
  const { terminal_id, sec_code, actions, required } = each as Record<string, unknown>
  if (Object.keys(each).some(key => !KEYS.includes(key))) return false
  if (typeof terminal_id !== 'string' || !/^\w{1,24}$/.test(terminal_id)) return false
  if (!isListOf(actions, text => ACTIONS.includes(text)) || !isListOf(required, text => /^[a-z0-9_]{1,64}$/.test(text)))
    return false
  return typeof sec_code === 'string' && SEC_CODES.includes(sec_code)
}

function isListOf(sent: unknown, fits: (text: string) => boolean): sent is string[] {
  return Array.isArray(sent) && sent.every(each => typeof each === 'string' && fits(each))
}

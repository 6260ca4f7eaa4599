import { checkAddenda } from './check-addenda.ts'
import type { BatchHeader, Entry } from './model.ts'
import { secRules } from './sec-codes.ts'
import { transactionCode } from './transaction-codes.ts'

const WEIGHTS = [3, 7, 1, 3, 7, 1, 3, 7, 1]
/** Single, recurring, and standing authorisation; banks read a blank as single. */
const PAYMENT_TYPES = ['', 'S', 'R', 'ST']

/** Checks one entry against its batch. */
export function checkEntry(entry: Entry, header: BatchHeader, say: (says: string) => void): void {
  const code = transactionCode(entry.transaction_code)
  if (!code) say(`transaction code ${entry.transaction_code} is not known`)
  if (code && (code.account === 'advice') !== (header.sec === 'ADV')) {
    say(`transaction code ${entry.transaction_code} does not go with ${header.sec}`)
  }
  if (code?.kind === 'return' && !isReturned(entry)) {
    say(`transaction code ${entry.transaction_code} is for returns and notifications of change`)
  }
  checkRouting(entry, say)
  if (saysNothing(entry.account)) say('account number is blank or all zeros')
  checkParts(entry, header, say)
  checkAmount(entry, header, say)
  checkAddenda(entry, header, say)
  if (!isReturned(entry)) checkForward(entry, header, say)
}

/** Whether an entry comes back: a return or a notification of change. Those say what they were told, right or not. */
export function isReturned(entry: Pick<Entry, 'addenda'>): boolean {
  return entry.addenda.some(({ type }) => type === '98' || type === '99')
}

function checkRouting({ routing }: Entry, say: (says: string) => void): void {
  const sum = WEIGHTS.reduce((total, weight, index) => total + weight * Number(routing[index]), 0)
  if (sum % 10 !== 0 || /^0*$/.test(routing)) say(`check digit of routing number ${routing} is wrong`)
}

/** What only some classes have is there for them, and for them alone. */
function checkParts(entry: Entry, header: BatchHeader, say: (says: string) => void): void {
  if ((entry.international !== undefined) !== (header.international !== undefined)) {
    say('international entries are for international batches, which have no others')
  }
  const isAdvice = header.sec === 'ADV'
  if ((entry.advice !== undefined) !== isAdvice) say('advices are for ADV batches, which have no others')
  if (isAdvice !== (entry.trace === '')) say('trace number is missing')
  if (!isAdvice && entry.trace.slice(0, 8) !== header.odfi) {
    say(`trace number ${entry.trace} does not begin with the batch's bank ${header.odfi}`)
  }
}

function checkAmount(entry: Entry, header: BatchHeader, say: (says: string) => void): void {
  const kind = transactionCode(entry.transaction_code)?.kind
  const { flow, money, most } = secRules(header.sec)
  const isEmpty = entry.amount === 0n
  if ((kind === 'prenote' || kind === 'zero') && !isEmpty) {
    say(`an entry with transaction code ${entry.transaction_code} moves no money, so its amount is to be zero`)
  }
  if (flow === 'none' && !header.international && !isEmpty) say(`${header.sec} entries move no money`)
  if (money && kind === 'live' && isEmpty && !isReturned(entry)) say('amount is zero')
  if (most && entry.amount > most) say(`amount is above the ${most / 100n} dollars of ${header.sec}`)
}

function checkForward(entry: Entry, header: BatchHeader, say: (says: string) => void): void {
  const rules = secRules(header.sec)
  const name = rules.counted ? entry.name.slice(4) : entry.name
  if (rules.named && saysNothing(name)) say(`name of the receiver is blank or all zeros, which ${header.sec} asks for`)
  const isByPayer = header.sec === 'WEB' || header.sec === 'TEL'
  if (isByPayer && !PAYMENT_TYPES.includes(entry.discretionary.trim())) {
    say(`payment type is to be S or R, not ${JSON.stringify(entry.discretionary)}`)
  }
}

function saysNothing(text: string): boolean {
  return /^[0 ]*$/.test(text)
}

import type { Addenda, BatchHeader, Entry } from './model.ts'
import { secRules } from './sec-codes.ts'
import { transactionCode } from './transaction-codes.ts'

type Report = (says: string) => void

const WEIGHTS = [3, 7, 1, 3, 7, 1, 3, 7, 1]
/** Single, recurring and standing authorization; banks read a blank as single. */
const PAYMENT_TYPES = ['', 'S', 'R', 'ST']

/** Checks one entry against its batch. */
export function checkEntry(entry: Entry, header: BatchHeader, report: Report): void {
  const code = transactionCode(entry.transaction_code)
  if (!code) report(`transaction code ${entry.transaction_code} is not known`)
  if (code && (code.account === 'advice') !== (header.sec === 'ADV')) {
    report(`transaction code ${entry.transaction_code} does not go with ${header.sec}`)
  }
  if (code?.kind === 'return' && !isReturned(entry)) {
    report(`transaction code ${entry.transaction_code} is for returns and notifications of change`)
  }
  checkRouting(entry, report)
  if (saysNothing(entry.account)) report('account number is blank or all zeros')
  checkParts(entry, header, report)
  checkAmount(entry, header, report)
  checkAddenda(entry, header, report)
  if (!isReturned(entry)) checkForward(entry, header, report)
}

/**
 * Returns whether an entry is a return or a notification of change, which repeat the original's fields, right or
 * wrong.
 */
export function isReturned(entry: Pick<Entry, 'addenda'>): boolean {
  return entry.addenda.some(({ type }) => type === '98' || type === '99')
}

function checkRouting({ routing }: Entry, report: Report): void {
  const sum = WEIGHTS.reduce((total, weight, index) => total + weight * Number(routing[index]), 0)
  if (sum % 10 !== 0 || /^0*$/.test(routing)) report(`check digit of routing number ${routing} is wrong`)
}

/** Checks parts that only some classes have, and that those must have. */
function checkParts(entry: Entry, header: BatchHeader, report: Report): void {
  if ((entry.international !== undefined) !== (header.international !== undefined)) {
    report('international entries are for international batches, which have no others')
  }
  const isAdvice = header.sec === 'ADV'
  if ((entry.advice !== undefined) !== isAdvice) report('advices are for ADV batches, which have no others')
  if (isAdvice !== (entry.trace === '')) report('trace number is missing')
  if (!isAdvice && entry.trace.slice(0, 8) !== header.odfi) {
    report(`trace number ${entry.trace} does not begin with the batch's bank ${header.odfi}`)
  }
}

function checkAmount(entry: Entry, header: BatchHeader, report: Report): void {
  const kind = transactionCode(entry.transaction_code)?.kind
  const { flow, money, most } = secRules(header.sec)
  const isEmpty = entry.amount === 0n
  if ((kind === 'prenote' || kind === 'zero') && !isEmpty) {
    report(`an entry with transaction code ${entry.transaction_code} moves no money, so its amount is to be zero`)
  }
  if (flow === 'none' && !header.international && !isEmpty) report(`${header.sec} entries move no money`)
  if (money && kind === 'live' && isEmpty && !isReturned(entry)) report('amount is zero')
  if (most && entry.amount > most) report(`amount is above the ${most / 100n} dollars of ${header.sec}`)
}

function checkForward(entry: Entry, header: BatchHeader, report: Report): void {
  const rules = secRules(header.sec)
  const name = rules.counted ? entry.name.slice(4) : entry.name
  if (rules.named && saysNothing(name))
    report(`name of the receiver is blank or all zeros, which ${header.sec} asks for`)
  const isByPayer = header.sec === 'WEB' || header.sec === 'TEL'
  if (isByPayer && !PAYMENT_TYPES.includes(entry.discretionary.trim())) {
    report(`payment type is to be S or R, not ${JSON.stringify(entry.discretionary)}`)
  }
}

function saysNothing(text: string): boolean {
  return /^[0 ]*$/.test(text)
}

const MANDATORY_ABROAD = ['10', '11', '12', '13', '14', '15', '16']
const OPTIONAL_ABROAD = ['17', '18', '98', '99']

/** Checks the addenda records of an entry: required and allowed types, and their codes. */
function checkAddenda(entry: Entry, header: BatchHeader, report: Report): void {
  for (const each of entry.addenda) checkCodes(each, report)
  const types = entry.addenda.map(({ type }) => type)
  if (header.sec === 'COR' && types.filter(type => type === '98').length !== 1) {
    report('a notification of change has one addenda record of type 98')
  }
  if (header.sec !== 'COR' && types.includes('98')) report('notifications of change are in COR batches')
  if (header.international) {
    checkAbroad(types, report)
    return
  }
  const stray = types.find(type => /^1\d$/.test(type))
  if (stray) report(`addenda records of type ${stray} are for international entries`)
  if (types.includes('98') || types.includes('99')) return
  checkForwardAddenda(entry, header, report)
}

function checkForwardAddenda(entry: Entry, header: BatchHeader, report: Report): void {
  const rules = secRules(header.sec)
  const has = (type: Addenda['type']) => entry.addenda.filter(each => each.type === type).length
  if (has('02') !== (rules.terminal ? 1 : 0)) {
    report(
      rules.terminal
        ? `${header.sec} entries have one addenda record of type 02`
        : 'addenda records of type 02 are for terminals',
    )
  }
  if (has('05') > rules.addenda)
    report(`${header.sec} entries have at most ${rules.addenda} addenda records of type 05`)
  if (rules.counted && entry.name.slice(0, 4) !== String(has('05')).padStart(4, '0')) {
    report(`positions 55-58 of a ${header.sec} entry are to count its ${has('05')} addenda records`)
  }
}

function checkAbroad(types: readonly string[], report: Report): void {
  const isWhole = MANDATORY_ABROAD.every((type, index) => types[index] === type)
  if (!isWhole) report('an international entry has addenda records 10 to 16 in this order')
  const stray = types.slice(MANDATORY_ABROAD.length).find(type => !OPTIONAL_ABROAD.includes(type))
  if (isWhole && stray) report(`an addenda record of type ${stray} is not expected here`)
}

function checkCodes(addenda: Addenda, report: Report): void {
  if (addenda.type === '99' && !isReturnCode(addenda.code)) report(`return reason code ${addenda.code} is not known`)
  if (addenda.type !== '98') return
  if (!isChangeCode(addenda.code)) report(`change code ${addenda.code} is not known`)
  if (addenda.corrected_data.trim() === '') report('corrected data are blank')
}

const range = (letter: string, from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, index) => `${letter}${String(from + index).padStart(2, '0')}`)

/**
 * Return reason codes of Nacha's rules: R01 to R47 and R50 to R53 first, R61 to R70 dishonored, R71 to R77 contested,
 * R80 to R85 international.
 */
const RETURNS = new Set([...range('R', 1, 47), ...range('R', 50, 53), ...range('R', 61, 77), ...range('R', 80, 85)])

/** Change codes: C01 to C09, C13 and C14 correct something, C61 to C69 refuse a notification. */
const CHANGES = new Set([...range('C', 1, 9), ...range('C', 13, 14), ...range('C', 61, 69)])

function isReturnCode(code: string): boolean {
  return RETURNS.has(code)
}

function isChangeCode(code: string): boolean {
  return CHANGES.has(code)
}

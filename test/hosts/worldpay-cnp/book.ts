import type { XmlElement } from '@rgrove/parse-xml'
import { childrenOf } from './schema.ts'
import { type Expectation, TEST_BANKS, TEST_CARDS, TEST_TOKENS } from './test-accounts.ts'

/** A transaction as Worldpay has it in its books. */
export interface Booked {
  /** Ours. */
  id: string
  cnp_txn_id: string
  element: string
  code: string
  /** Minor units: approved, and of it captured or given back, or reversed. */
  amount: bigint
  used: bigint
  is_voided: boolean
  is_settled: boolean
  /** The brand of its card as the schema names it; of Visa and Mastercard a capture for less releases the rest. */
  type: string | null
  booked_ts: number
  /** What it acts on. */
  on: Booked | null
  /** The elements of its answer. */
  said: Readonly<Record<string, string | Readonly<Record<string, string>>>>
}

/** Amounts that ask for a response code: 7,000,110 is answered with 110. */
const ASKED_CODE = /^7000(\d{3})$/

const APPROVED = ['000', '010']

/** Seconds in which a request with the same id counts as a duplicate (cnpAPI, Online Duplicate Checking). */
export const DUPLICATES_FOUND = 2 * 86_400

/** The books of one merchant. */
export class Book {
  readonly now: () => number
  readonly transactions: Booked[] = []
  #last = 82_900_000_000_000_000n
  #registered = new Set<string>()

  constructor(now: () => number) {
    this.now = now
  }

  /** All deposits, refunds and debits are final from now on. */
  settle(): void {
    for (const booked of this.transactions) booked.is_settled = true
  }

  /** Voids that come before their payment is recorded. */
  early_voids = 0

  under(id: string): Booked[] {
    return this.transactions.filter(booked => booked.id === id)
  }

  /** Carries a transaction out, or finds it as it was approved before: same element, same id. */
  carryOut(transaction: XmlElement): { booked: Booked; is_duplicate: boolean } {
    const before = this.under(transaction.attributes.id!).find(
      ({ element, code, booked_ts }) =>
        element === transaction.name &&
        (element !== 'void' || APPROVED.includes(code)) &&
        booked_ts > this.now() - DUPLICATES_FOUND,
    )
    if (before) return { booked: before, is_duplicate: true }
    this.#last += 1n
    const cnp_txn_id = String(this.#last)
    const decided = this.#decide(transaction)
    const booked: Booked = {
      id: transaction.attributes.id!,
      cnp_txn_id,
      element: transaction.name,
      used: 0n,
      is_voided: false,
      is_settled: false,
      type: textAt(transaction, 'card', 'type'),
      booked_ts: this.now(),
      on: null,
      amount: 0n,
      said: {},
      ...decided,
    }
    this.transactions.push(booked)
    return { booked, is_duplicate: false }
  }

  #decide(transaction: XmlElement): Pick<Booked, 'code'> & Partial<Booked> {
    if (transaction.name === 'void' && this.early_voids > 0) {
      this.early_voids -= 1
      return { code: '360' }
    }
    const cnp_txn_id = textAt(transaction, 'cnpTxnId')
    if (cnp_txn_id === null) return this.#order(transaction)
    const on = this.transactions.find(booked => booked.cnp_txn_id === cnp_txn_id)
    if (!on || !APPROVED.includes(on.code) || on.is_voided) return { code: '360' }
    const amount = textAt(transaction, 'amount')
    return { on, ...follow(transaction.name, on, amount === null ? null : BigInt(amount)) }
  }

  #order(transaction: XmlElement): Pick<Booked, 'code'> & Partial<Booked> {
    const name = transaction.name
    if (name === 'registerTokenRequest') return this.#register(textAt(transaction, 'accountNumber') ?? '')
    const requested = textAt(transaction, 'amount') ?? '0'
    const orderId = textAt(transaction, 'orderId') ?? ''
    const bank = textAt(transaction, 'echeck', 'accNum')
    const asked = ASKED_CODE.exec(requested)?.[1]
    const amount = BigInt(requested)
    if (bank !== null) {
      const code = asked ?? TEST_BANKS[`${name} ${bank}`] ?? '000'
      return { code, amount, said: { orderId } }
    }
    const token = textAt(transaction, 'token', 'cnpToken')
    if (token !== null && !this.#registered.has(token)) return { code: '822', said: { orderId } }
    const number = textAt(transaction, 'card', 'number') ?? ''
    const known: Expectation = asked ? { code: asked, part: amount / 2n } : (TEST_CARDS[number] ?? { code: '000' })
    const allows_partial = textAt(transaction, 'allowPartialAuth') === 'true'
    const code = known.code === '010' && !(allows_partial || asked) ? '110' : known.code
    return { ...cardAnswer(known, code, amount), said: { orderId, ...cardSaid(known, code, name) } }
  }

  #register(number: string): Pick<Booked, 'code'> & Partial<Booked> {
    if (number === '4457119999999999') return { code: '820' }
    const token = TEST_TOKENS[number] ?? `1111${number.slice(-12)}`
    const code = this.#registered.has(token) ? '802' : '801'
    this.#registered.add(token)
    return { code, said: { cnpToken: token, bin: number.slice(0, 6), type: 'VI' } }
  }
}

function cardAnswer({ part }: Expectation, code: string, amount: bigint): Pick<Booked, 'code' | 'amount'> {
  return { code, amount: code === '010' && part !== undefined ? part : amount }
}

function cardSaid(known: Expectation, code: string, element: string): Booked['said'] {
  if (element === 'credit' || element === 'captureGivenAuth') return {}
  const { auth_code = '99999 ', avs = '32', cvv = '', part } = known
  const is_approved = APPROVED.includes(code) || code === '141'
  return {
    ...(is_approved ? { authCode: auth_code } : {}),
    ...(code === '010' && part !== undefined ? { approvedAmount: String(part) } : {}),
    fraudResult: { avsResult: avs, ...(cvv ? { cardValidationResult: cvv } : {}) },
    ...(is_approved ? { networkTransactionId: '63225578415568556365452427825' } : {}),
  }
}

/** The code of what acts on an approved transaction, and what it leaves of that. */
function follow(name: string, on: Booked, amount: bigint | null): Pick<Booked, 'code'> & Partial<Booked> {
  const left = on.amount - on.used
  const asked = amount ?? left
  if (name === 'capture') {
    if (on.element !== 'authorization') return { code: '360' }
    if (on.used > 0n) return { code: '361' }
    if (asked * 100n > on.amount * 115n) return { code: '835' }
    on.used = on.type === 'VI' || on.type === 'MC' || asked > on.amount ? on.amount : asked
    return { code: '000', amount: asked }
  }
  if (name === 'authReversal') {
    if (on.element !== 'authorization') return { code: '360' }
    if (left <= 0n || asked > left) return { code: left <= 0n ? '111' : '336' }
    on.amount -= asked
    if (on.amount === 0n) on.is_voided = true
    return { code: '000', amount: asked }
  }
  const is_bank = on.element.startsWith('echeck')
  if (name === 'credit' || name === 'echeckCredit') {
    const deposits = is_bank ? ['echeckSale'] : ['sale', 'capture', 'captureGivenAuth']
    if (!deposits.includes(on.element) || (name === 'echeckCredit') !== is_bank) return { code: '360' }
    if (asked > left) return { code: '365' }
    on.used += asked
    return { code: '000', amount: asked }
  }
  if ((name === 'echeckVoid') !== is_bank || on.element === 'authorization') return { code: '360' }
  if (on.is_settled) return { code: '362' }
  on.is_voided = true
  if (on.on && on.element.endsWith('redit')) on.on.used -= on.amount
  return { code: '000' }
}

function textAt(element: XmlElement, ...path: string[]): string | null {
  let here: XmlElement | undefined = element
  for (const name of path) here = here && childrenOf(here).find(child => child.name === name)
  return here ? here.text : null
}

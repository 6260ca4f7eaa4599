import { type Money, parseMoney } from '../../lib/money.ts'

/** One rule: a payment that fits all that it names is made with another product. */
interface ProcessorRule {
  /** Brands of cards: visa, mc, amex, … */
  brand?: readonly string[]
  /** Decimal, inclusive. */
  amount_from?: string
  amount_to?: string
  /** Countries of the issuing bank, ISO 3166, as the table of numbers has them. */
  bin_country?: readonly string[]
  initiation?: readonly InitiationName[]
  product_transaction_id: string
}

/** Which other products of the merchant take payments instead. The first rule that fits counts. */
export interface ProcessorRules {
  rules?: readonly ProcessorRule[]
  /** Takes what would go to a processor that cannot be reached. */
  second?: string
}

const INITIATIONS = ['cardholder', 'merchant', 'recurring', 'installment', 'unscheduled'] as const
type InitiationName = (typeof INITIATIONS)[number]

/** What the rules are told of a payment. */
export interface RuledPayment {
  brand: string
  amount: Money
  bin_country: string
  initiation: { by: 'cardholder' | 'merchant'; series: string | null }
}

/** Returns the product that takes a payment by the rules; null where none fits. */
export function productBy({ rules = [] }: ProcessorRules, payment: RuledPayment): string | null {
  return rules.find(rule => fits(rule, payment))?.product_transaction_id ?? null
}

function fits(rule: ProcessorRule, { brand, amount, bin_country, initiation }: RuledPayment): boolean {
  if (rule.brand && !rule.brand.includes(brand)) return false
  if (rule.bin_country && !rule.bin_country.includes(bin_country)) return false
  if (rule.amount_from !== undefined && amount < parseMoney(rule.amount_from)!) return false
  if (rule.amount_to !== undefined && amount > parseMoney(rule.amount_to)!) return false
  if (!rule.initiation) return true
  return rule.initiation.some(name => name === initiation.by || name === initiation.series)
}

/** Returns all products that the rules name. */
export function ruledProducts({ rules = [], second }: ProcessorRules): string[] {
  return [...new Set([...rules.map(rule => rule.product_transaction_id), ...(second ? [second] : [])])]
}

const KEYS = ['brand', 'amount_from', 'amount_to', 'bin_country', 'initiation', 'product_transaction_id']
const MOST_RULES = 20

/** Returns what is wrong with the form of rules, as ends of sentences. */
export function processorRulesProblems(sent: unknown): string[] {
  if (sent === null) return []
  if (!isRecord(sent)) return ['must be an object with rules and second.']
  const { rules = [], second, ...other } = sent
  const unknown = Object.keys(other)
  if (unknown.length > 0) return [`cannot have ${unknown.join(', ')}.`]
  if (second !== undefined && typeof second !== 'string') return ['must name a product in second.']
  if (!Array.isArray(rules) || rules.length > MOST_RULES) return [`must have a list of at most ${MOST_RULES} rules.`]
  return rules.flatMap((rule, index) => {
    const problem = ruleProblem(rule)
    return problem ? [`rule ${index + 1} ${problem}`] : []
  })
}

function ruleProblem(rule: unknown): string | null {
  if (!isRecord(rule)) return 'must be an object.'
  const unknown = Object.keys(rule).filter(key => !KEYS.includes(key))
  if (unknown.length > 0) return `cannot have ${unknown.join(', ')}.`
  if (typeof rule.product_transaction_id !== 'string') return 'must name a product_transaction_id.'
  for (const name of ['amount_from', 'amount_to'])
    if (rule[name] !== undefined && parseMoney(rule[name]) === null) return `must have an amount in ${name}.`
  for (const name of ['brand', 'bin_country', 'initiation'])
    if (rule[name] !== undefined && !isTexts(rule[name])) return `must have a list of texts in ${name}.`
  const initiations = (rule.initiation ?? []) as string[]
  const strange = initiations.find(name => !(INITIATIONS as readonly string[]).includes(name))
  return strange === undefined ? null : `has an initiation ${strange}, which is none of ${INITIATIONS.join(', ')}.`
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.every(each => typeof each === 'string')
}

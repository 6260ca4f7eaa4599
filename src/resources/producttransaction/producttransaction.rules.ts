import type { Row, Settable } from '../../definition/resource.ts'
import { type ProblemList, type Reader, rulesOf } from '../../definition/rules.ts'
import { newId } from '../../lib/id.ts'
import { notValid } from '../../lib/problem.ts'
import { surcharge } from '../surcharge/surcharge.ts'
import { type Surcharge, visaProblem } from '../surcharge/surcharge-amount.ts'
import { firstAccount, isOtherAccount } from './processor-account.ts'
import { type AchTerminal, processorDataProblems, STANDARD_TERMINALS } from './processor-data.ts'
import { type ProcessorRules, processorRulesProblems, ruledProducts } from './processor-rules.ts'
import { producttransaction } from './producttransaction.ts'
import { loosened } from './refund-limit.ts'
import { VELOCITY_DEFAULTS } from './velocity-settings.ts'

const { rules, accept, refuse } = rulesOf(producttransaction)

type Product = typeof producttransaction
type Method = Row<Product>['payment_method']
type Industry = Row<Product>['industry_type']
type Processor = Row<Product>['processor']

/** Cash uses neither a bank nor a card network, so it fits either payment method. */
const METHOD_OF: Record<Processor, Method | 'any'> = {
  zgate: 'cc',
  zgate2: 'cc',
  zach: 'ach',
  ach: 'ach',
  fortisach: 'ach',
  cash: 'any',
}

/** Industries whose card payments can carry level 3 data (contract 4.11). */
const LEVEL3_INDUSTRIES: readonly Industry[] = ['retail', 'ecommerce', 'moto']

/** The facts about a product that its other settings depend on. */
interface Nature {
  payment_method: Method
  industry_type: Industry
}

export const producttransactionRules = rules<Facts, Facts>({
  create: {
    validate: checkJson,
    load: async ({ processor_rules }, refs, read) => ({
      ruled: await ruledBy(processor_rules, read),
      adds: refs.surcharge_id,
    }),
    decide(draft, { ruled, adds }, { seconds }) {
      checkSurcharge(draft, adds)
      checkProcessor(draft.processor, draft.payment_method)
      checkRules(draft.processor_rules, ruled, draft.payment_method)
      const default_transaction_type = draft.default_transaction_type ?? defaultType(draft)
      checkType(default_transaction_type, draft.payment_method)
      return accept({
        ...firstAccount(seconds * 1000),
        default_transaction_type,
        velocity_settings: { ...VELOCITY_DEFAULTS, ...(draft.velocity_settings as object) },
        processor_data: processorData(draft.processor_data, draft),
        ...inapplicable(draft),
      })
    },
  },
  update: {
    validate: checkJson,
    load: async (row, change, refs, read) => ({
      ruled: await ruledBy(change.processor_rules, read),
      adds: refs.surcharge_id ?? (await read.maybe(surcharge, row.surcharge_id)),
    }),
    decide(row, change, { ruled, adds }, { seconds }) {
      checkSurcharge({ ...row, ...change }, adds)
      checkRules(change.processor_rules, ruled, row.payment_method)
      const nature = { payment_method: row.payment_method, industry_type: change.industry_type ?? row.industry_type }
      checkProcessor(change.processor ?? row.processor, row.payment_method)
      checkType(change.default_transaction_type ?? row.default_transaction_type, row.payment_method)
      const sent: Settable<Product> = {}
      if (change.velocity_settings) {
        sent.velocity_settings = { ...(row.velocity_settings as object), ...(change.velocity_settings as object) }
      }
      if (change.processor_data) sent.processor_data = processorData(change.processor_data, nature)
      const limit = change.refund_approval_amount
      if (limit !== undefined) Object.assign(sent, loosened(row, limit, seconds))
      if (isOtherAccount(row, { ...change, ...sent })) sent.processor_account_id = newId(seconds * 1000)
      return accept({ ...sent, ...inapplicable(nature) })
    },
  },
})

function checkJson(
  sent: { velocity_settings?: unknown; processor_data?: unknown; processor_rules?: unknown },
  problems: ProblemList<Product>,
): void {
  const velocity = sent.velocity_settings === undefined ? null : velocityProblem(sent.velocity_settings)
  if (velocity) problems.add('velocity_settings', `Velocity Settings ${velocity}`)
  const texts = sent.processor_data === undefined ? [] : processorDataProblems(sent.processor_data)
  for (const text of texts) problems.add('processor_data', `Processor Data ${text}`)
  const rules = sent.processor_rules === undefined ? [] : processorRulesProblems(sent.processor_rules)
  for (const text of rules) problems.add('processor_rules', `Processor Rules ${text}`)
}

interface Facts {
  /** The products that rules name, as far as they are there. */
  ruled: readonly Row<Product>[]
  adds: Surcharge | null | undefined
}

async function ruledBy(sent: unknown, read: Reader): Promise<Row<Product>[]> {
  const ids = sent ? ruledProducts(sent as ProcessorRules) : []
  const found = await Promise.all(ids.map(id => read.maybe(producttransaction, id)))
  return found.flatMap(row => row ?? [])
}

/** Every product that is named is the caller's, and takes what this one does. */
function checkRules(sent: unknown, ruled: readonly Row<Product>[], method: Method): void {
  if (!sent) return
  for (const id of ruledProducts(sent as ProcessorRules)) {
    const product = ruled.find(each => each.id === id)
    if (product?.payment_method !== method)
      refuse('processor_rules', `Processor Rules name ${id}, which is no product for ${method} payments.`)
  }
}

/** A surcharge is of its product's location, for cards, and within what the networks allow. */
function checkSurcharge(
  product: Pick<Settable<Product>, 'surcharge_id' | 'location_id' | 'payment_method' | 'card_type_visa'>,
  adds: Surcharge | null | undefined,
): void {
  if (!product.surcharge_id || !adds) return
  if (adds.location_id !== product.location_id) throw notValid('surcharge_id')
  if (product.payment_method !== 'cc') refuse('surcharge_id', 'Surcharge Id is for card products only.')
  const problem = product.card_type_visa ? visaProblem(adds) : null
  if (problem) refuse('surcharge_id', problem)
}

function checkProcessor(processor: Processor, method: Method): void {
  const fits = METHOD_OF[processor] === method || METHOD_OF[processor] === 'any'
  if (!fits) refuse('processor', `Processor ${processor} does not process ${method} payments.`)
}

function checkType(type: Row<Product>['default_transaction_type'], method: Method): void {
  if ((type === 'debit') === (method === 'ach')) return
  refuse('default_transaction_type', `Default Transaction Type ${type} does not fit payment_method ${method}.`)
}

/** Hotels authorise an amount at check-in and capture it at check-out; in other industries payments are sales. */
export function defaultType({ payment_method, industry_type }: Nature): Row<Product>['default_transaction_type'] {
  if (payment_method === 'ach') return 'debit'
  return industry_type === 'lodging' ? 'authonly' : 'sale'
}

/**
 * A bank product needs terminals to send anything, so it gets the standard ones by default; a card product has none.
 */
function processorData(sent: unknown, { payment_method }: Nature): object {
  const { terminals = [], ...other } = sent as { terminals?: AchTerminal[] }
  if (payment_method === 'cc') return { ...other, terminals: [] }
  return { ...other, terminals: terminals.length > 0 ? terminals : STANDARD_TERMINALS }
}

/** Returns the settings that cannot apply to a product and are stored as off, whatever was sent. */
export function inapplicable({ payment_method, industry_type }: Nature): Settable<Product> {
  if (payment_method === 'cc') {
    const bank = { ach_allow_debit: false, ach_allow_credit: false, ach_allow_refund: false, debit_allow_void: false }
    return LEVEL3_INDUSTRIES.includes(industry_type) ? bank : { ...bank, level3_allow: false }
  }
  return {
    card_type_visa: false,
    card_type_mc: false,
    card_type_disc: false,
    card_type_amex: false,
    card_type_diners: false,
    card_type_jcb: false,
    card_type_ebt: false,
    vt_cvv: false,
    vt_require_cvv: false,
    display_avs: false,
    level3_allow: false,
  }
}

/** Why these settings cannot be taken, or null. */
export function velocityProblem(sent: unknown): string | null {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return 'must be an object.'
  for (const [name, limit] of Object.entries(sent)) {
    if (!Object.hasOwn(VELOCITY_DEFAULTS, name)) return `has no setting ${name}.`
    const isCount = Number.isSafeInteger(limit) && (limit as number) >= 0
    if (limit !== null && !isCount) return `must have a whole number or null for ${name}.`
  }
  return null
}

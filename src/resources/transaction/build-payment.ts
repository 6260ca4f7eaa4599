import type { Draft, Settable } from '../../definition/resource.ts'
import { addProblem, label, type Problems } from '../../lib/problem.ts'
import { secCode } from '../../lib/sec-code.ts'
import { type PaymentMeans, requirementsOf, unmetRequirements } from '../producttransaction/requirements.ts'
import type { Facts } from './load-facts.ts'
import { newSurchargeProblems } from './sent-surcharge.ts'
import { transaction } from './transaction.ts'
import { accountFieldOf } from './validate-new.ts'

type New = Draft<typeof transaction>
type Details = Settable<typeof transaction>

/** Industries where the card is usually on the counter. */
const FACE_TO_FACE: readonly string[] = ['retail', 'retail_self_serve', 'lodging', 'restaurant']
const NO_TIPS: readonly string[] = ['ecommerce', 'lodging']

/** The columns a new transaction gets from what was sent and from the records it names. Pure. */
export function detailsOf(draft: New, facts: Facts): Details {
  const { vault, payer, product, previous } = facts
  const [refunded, reused] = draft.action === 'refund' ? [previous, null] : [null, previous]
  return {
    ...sentOf(draft),
    contact_id: payer?.id ?? refunded?.contact_id ?? null,
    account_holder_name: draft.account_holder_name || vault?.account_holder_name || null,
    billing_street: draft.billing_street || vault?.billing_address || reused?.billing_street || null,
    billing_city: draft.billing_city || vault?.billing_city || reused?.billing_city || null,
    billing_state: draft.billing_state || vault?.billing_state || reused?.billing_state || null,
    billing_zip: draft.billing_zip || vault?.billing_zip || reused?.billing_zip || null,
    billing_phone: draft.billing_phone || vault?.billing_phone || reused?.billing_phone || null,
    customer_id: draft.customer_id || reused?.customer_id || null,
    auth_code: draft.action === 'force' ? draft.auth_code : null,
    ach_sec_code: draft.payment_method === 'ach' ? secCodeOf(draft, facts) : null,
    card_present: (draft.card_present as boolean | null) ?? (!vault && FACE_TO_FACE.includes(product.industry_type)),
    transaction_api_id: draft.transaction_api_id || null,
    save_account: draft.save_account && payer !== null,
    trx_source_id: 12,
    ...(draft.action === 'avsonly' ? NO_PARTS : {}),
  }
}

/** A check of an address has no amount, whatever was sent. */
const NO_PARTS: Details = { tax: 0n, tip_amount: null, subtotal_amount: null, surcharge_amount: null }

/** Settled elsewhere: by the account, by the amount of the payment, or by its route. */
const DECIDED: readonly string[] = [
  'payment_method',
  'account_type',
  'routing',
  'transaction_amount',
  'location_id',
  'product_transaction_id',
  'account_vault_id',
]

const KEPT = Object.entries(transaction.fields)
  .filter(([name, { options }]) => !DECIDED.includes(name) && options.reach !== 'input')
  .map(([name]) => name)

/** What was sent for columns that nothing else decides; what is null is as if it had been left out. */
function sentOf(draft: New): Details {
  const sent: Record<string, unknown> = {}
  for (const name of KEPT) {
    const value = draft[name as keyof New]
    if (value !== null && value !== undefined) sent[name] = value
  }
  return sent
}

/** A vault and an earlier payment were authorised under a code of their own. */
function secCodeOf(draft: New, { vault, previous }: Facts): Details['ach_sec_code'] {
  const known = draft.ach_sec_code ?? (vault?.ach_sec_code || previous?.ach_sec_code)
  if (known) return known as Details['ach_sec_code']
  const direction = draft.action === 'debit' ? 'debit' : 'credit'
  return secCode({ is_company: vault?.is_company ?? false, channel: 'api', direction })
}

/** What the product requires beyond the field table. */
export function productProblems(draft: New, details: Details, { product, surcharge }: Facts): Problems {
  const { industry_type, dup_check_per_batch } = product
  const { problems, required } = requirementsOf(product, meansOf(draft, details))
  // What a bank's terminal requires of the payer is checked for every payment, however it is made.
  const sent: Record<string, unknown> = { ...details, cvv: draft.cvv }
  if (draft.payment_method === 'cc')
    Object.assign(
      problems,
      unmetRequirements(required, name => Boolean(sent[name])),
    )
  if (draft.tip_amount && NO_TIPS.includes(industry_type))
    addProblem(problems, 'tip_amount', `Tip Amount is not used in ${industry_type}.`)
  if (surcharge && SURCHARGED.includes(draft.action))
    Object.assign(problems, newSurchargeProblems(surcharge, draft, draft.transaction_amount))
  const by_order_num = (dup_check_per_batch ?? '').split(',').some(name => name.trim() === 'order_num')
  if (by_order_num && !draft.order_num) blank(problems, 'order_num')
  if (industry_type === 'lodging' && (draft.action === 'sale' || draft.action === 'authonly')) {
    for (const name of ['checkin_date', 'checkout_date', 'room_rate'] as const) if (!draft[name]) blank(problems, name)
  }
  return problems
}

/** Actions whose caller has to say the surcharge. */
const SURCHARGED: readonly string[] = ['sale', 'authonly']

function meansOf(draft: New, details: Details): PaymentMeans {
  const { action, payment_method } = draft
  if (payment_method !== 'cc') return { payment_method, action, sec_code: details.ach_sec_code }
  return { payment_method, action, account: accountOf(draft), card_present: details.card_present === true }
}

function accountOf(draft: New): 'keyed' | 'stored' | 'other' {
  const field = accountFieldOf(draft)
  if (field === 'account_number') return 'keyed'
  return field === 'account_vault_id' || field === 'account_vault_api_id' ? 'stored' : 'other'
}

function blank(problems: Problems, field: string): void {
  addProblem(problems, field, `${label(field)} cannot be blank.`)
}

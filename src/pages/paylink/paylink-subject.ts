import type { Row } from '../../definition/resource.ts'
import { localDate } from '../../lib/local-date.ts'
import { paylink, STATUS } from '../../resources/paylink/paylink.ts'
import {
  loadSubject,
  type PageProducts,
  type PageSubject,
  pageContext,
  type SubjectParts,
} from '../checkout/page-subject.ts'
import { bankMethod, cardMethod } from '../checkout/payment-methods.ts'
import type { BankMethod } from '../payform/bank.ts'
import type { CardMethod } from '../payform/card.ts'
import type { PageStatus } from './paylink-page.ts'

export type Paylink = Row<typeof paylink>

/** A paylink as its page needs it. */
export interface PaylinkSubject extends PageSubject {
  link: Paylink
}

/** Returns null when there is no such paylink. */
export async function findPaylink(
  parts: SubjectParts,
  id: string,
  visitor: string | null,
): Promise<PaylinkSubject | null> {
  const context = await pageContext(parts, 'paylink', id, visitor)
  const link = context && (await context.read.maybe(paylink, id))
  const loaded = link && (await loadSubject(context, link, product => product.paylink_allow))
  return loaded && { ...loaded, link, methods: methodsOf(loaded.products, link) }
}

function methodsOf({ cc, ach }: PageProducts, link: Paylink): PageSubject['methods'] {
  return { cc: cardMethodOf(cc, link), ach: bankMethodOf(ach, link) }
}

/** The paylink, not the product, says whether a billing address is asked for; only then can the product require it. */
function cardMethodOf(product: PageProducts['cc'], { display_billing_fields }: Paylink): CardMethod | null {
  const method = cardMethod(product)
  if (!method) return null
  return {
    ...method,
    show_street: display_billing_fields,
    require_street: display_billing_fields && method.require_street,
    show_zip: display_billing_fields,
    require_zip: display_billing_fields && method.require_zip,
  }
}

const ADDRESS = ['billing_street', 'billing_city', 'billing_state', 'billing_zip']

/**
 * No amount can be held on a bank account, so a paylink that only authorizes takes cards alone. An address that the
 * bank terminal requires is always asked for.
 */
function bankMethodOf(product: PageProducts['ach'], link: Paylink): BankMethod | null {
  if (authorizes(link)) return null
  const method = bankMethod(product, () => false)
  return method && link.display_billing_fields ? { ...method, offered: ADDRESS } : method
}

export function authorizes({ paylink_action }: Paylink): boolean {
  return paylink_action === 'auth-only'
}

/** What can be done with a paylink now (contract 3.2). It takes one payment, and none while one is pending. */
export function statusOf(link: Paylink, seconds: number, zone: string): PageStatus {
  if (link.status_id === STATUS.paid) return 'paid'
  if (!link.active) return 'withdrawn'
  if (link.expire_date !== null && link.expire_date < localDate(seconds, zone).toString()) return 'expired'
  return link.pending_transaction_id === null ? 'payable' : 'processing'
}

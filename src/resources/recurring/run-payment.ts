import type { Row } from '../../definition/resource.ts'
import { idFrom } from '../../lib/id.ts'
import type { StoredAccountPayment } from '../../payments/new-payment.ts'
import type { accountvault } from '../accountvault/accountvault.ts'
import { billingOf } from '../accountvault/billing-of.ts'
import type { product_recurring } from '../product_recurring/product_recurring.ts'
import type { recurring } from './recurring.ts'

/** `trx_source_id` of payments that a recurring makes. */
const RECURRING_BILLING = 13

/** The payment of a recurring's next run, by the account that its vault keeps; `run_ts` is when the runs of its date begin. */
export function paymentOf(
  row: Row<typeof recurring>,
  vault: Row<typeof accountvault>,
  service: Row<typeof product_recurring> | null,
  moment: { date: string; run_ts: number },
): StoredAccountPayment {
  const number = row.runs_done + 1
  const is_installment = row.recurring_type_id === 'i'
  return {
    action: vault.payment_method === 'ach' ? 'debit' : 'sale',
    location_id: row.location_id,
    product_transaction_id: row.product_transaction_id,
    amount: row.transaction_amount,
    source: {
      kind: 'instrument',
      instrument_id: vault.instrument_id,
      exp_date: vault.exp_date,
      account_vault_id: vault.id,
    },
    // Who holds the account is not there: the card networks want to know that it is kept, and for what.
    initiation: is_installment ? 'installment' : 'recurring',
    details: {
      // The same for a recurring and date whenever it is made: a gateway that was brought back from an older backup makes the payment
      // under the reference of the one it has forgotten, and the processor moves no money twice under one reference.
      id: idFrom(moment.run_ts * 1000, `${row.id} ${moment.date}`),
      recurring_id: row.id,
      contact_id: row.contact_id,
      description: row.description,
      trx_source_id: RECURRING_BILLING,
      recurring_number: number,
      installment_number: is_installment ? number : null,
      installment_total_count: row.installment_total_count,
      transaction_c1: row.recurring_c1,
      transaction_c2: row.recurring_c2,
      transaction_c3: row.recurring_c3,
      account_holder_name: vault.account_holder_name,
      ach_sec_code: vault.ach_sec_code as 'CCD' | 'PPD' | 'WEB' | 'TEL' | null,
      ...billingOf(vault),
      // The location may insist on the whole amount; otherwise its product says whether a part is taken.
      allow_partial_authorization_override: service?.require_full_payment ? false : null,
    },
  }
}

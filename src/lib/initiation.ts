/** Who began a payment, and which series of a stored account it belongs to (the networks' stored-credential rules). */
export interface Initiation {
  by: 'cardholder' | 'merchant'
  /** `unscheduled`: stored for later use without a timetable. Null: nothing is stored. */
  series: 'recurring' | 'installment' | 'unscheduled' | null
  /** The one by which the account was stored. */
  is_first: boolean
  /** Of installments: which one, of how many. */
  number?: number | undefined
  count?: number | undefined
  /** The card network's id of the first payment; each later one is sent with it. */
  network_transaction_id?: string | undefined
}

/** What a payer does, without storing anything. */
export const BY_CARDHOLDER: Initiation = { by: 'cardholder', series: null, is_first: false }
/** A payment or check by which the payer has the account stored. */
export const STORES_ACCOUNT: Initiation = { by: 'cardholder', series: 'unscheduled', is_first: true }
/** What the merchant does, as everything that follows a payment is. */
export const BY_MERCHANT: Initiation = { by: 'merchant', series: null, is_first: false }

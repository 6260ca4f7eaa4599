import type { Row } from '../../definition/resource.ts'
import type { BankAccount } from '../../lib/account.ts'
import { toLatin } from '../../lib/latin.ts'
import type { Originator } from '../../ports/odfi.ts'
import type { location } from '../../resources/location/location.ts'
import { achSettings } from '../../resources/producttransaction/processor-data.ts'
import { REASON, TYPE } from '../../resources/transaction/transaction.states.ts'
import type { TransactionRow } from '../../resources/transaction/transaction.ts'
import type { Product } from '../lifecycle/routing.ts'

/** The file's header data, stored with the file so that it can be rendered again unchanged. */
export interface FileFacts extends Originator {
  company_name: string
  modifier: string
}

/** The fields of an entry detail record, without numbers and account. */
export interface EntryDetails {
  direction: 'debit' | 'credit'
  /** 22, 27, 32 or 37. */
  transaction_code: string
  sec_code: SecCode
  /** At most ten characters, shown by the payer's bank. */
  description: string
  individual_id: string
  individual_name: string
  /** `S` single or `R` recurring, for entry classes that carry it. */
  payment_type: string | null
}

type SecCode = 'WEB' | 'PPD' | 'CCD' | 'TEL'

/** Why a payment cannot be originated. */
export interface EntryRejection {
  reason_code_id: number
  verbiage: string
}

const CODES = { checking: { credit: '22', debit: '27' }, savings: { credit: '32', debit: '37' } } as const
/** Length of the account number field. */
const LONGEST_ACCOUNT = 17
/** The amount field holds ten digits of cents. */
const MOST = 9_999_999_999n

/**
 * Returns the entry of a payment, or why there can be none. Credits are PPD where the payment's entry class is for
 * debits only, as for refunds of WEB and TEL (Nacha operating rules).
 */
export function entryDetailsOf(
  row: TransactionRow,
  account: BankAccount,
  product: Pick<Product, 'processor_data' | 'industry_type'>,
  is_again: boolean,
): EntryDetails | EntryRejection {
  const direction = row.type_id === TYPE.debit ? 'debit' : 'credit'
  const sec_code = classOf(row, account, direction)
  if (!sec_code) return unpresentable('ENTRY CLASS NOT OFFERED')
  if (account.account_number.length > LONGEST_ACCOUNT)
    return { reason_code_id: REASON.account_error, verbiage: 'ACCOUNT NUMBER TOO LONG' }
  const amount = row.auth_amount ?? row.transaction_amount
  if (amount <= 0n || amount > MOST) return unpresentable('AMOUNT NOT POSSIBLE')
  return {
    direction,
    transaction_code: CODES[account.account_type][direction],
    sec_code,
    description: is_again ? 'RETRY PYMT' : descriptionOf(row, product, sec_code),
    individual_id: plain(row.customer_id || row.order_num || row.id).slice(0, 15),
    individual_name: holderName(row.account_holder_name || account.account_holder_name),
    payment_type: sec_code === 'WEB' || sec_code === 'TEL' ? (row.recurring_id === null ? 'S' : 'R') : null,
  }
}

function unpresentable(verbiage: string): EntryRejection {
  return { reason_code_id: REASON.not_permitted, verbiage }
}

function classOf(row: TransactionRow, { is_company }: BankAccount, direction: 'debit' | 'credit'): SecCode | null {
  const code = row.ach_sec_code ?? (is_company ? 'CCD' : 'PPD')
  // Check images do not go through ACH files.
  if (code === 'POP' || code === 'C21') return null
  return direction === 'credit' && code !== 'CCD' ? 'PPD' : code
}

/**
 * Nacha prescribes PAYROLL for wages, and PURCHASE for goods bought online when the merchant has no description of
 * its own.
 */
function descriptionOf(
  row: TransactionRow,
  product: Pick<Product, 'processor_data' | 'industry_type'>,
  sec_code: SecCode,
): string {
  if (row.ach_identifier === 'P' && sec_code === 'PPD' && row.type_id === TYPE.credit) return 'PAYROLL'
  const { entry_description } = achSettings(product).originator
  if (entry_description) return entry_description
  if (row.type_id === TYPE.refund) return 'REFUND'
  if (sec_code === 'WEB' && product.industry_type === 'ecommerce' && isPurchase(row)) return 'PURCHASE'
  return 'PAYMENT'
}

/** A purchase is a single payment without an invoice; bills and recurrings are paid online too. */
function isPurchase(row: TransactionRow): boolean {
  return row.recurring_id === null && row.quick_invoice_id === null
}

/**
 * Returns a name for an entry; the rules forbid names of blanks or zeros. New names can be written (`bankNameProblem`),
 * those of before may not.
 */
export function holderName(name: string | null): string {
  return named(name, 22) || 'ACCOUNT HOLDER'
}

function named(name: string | null | undefined, longest: number): string {
  const text = plain(name ?? '')
    .slice(0, longest)
    .trim()
  return /^[0 ]*$/.test(text) ? '' : text
}

/** Returns the text in capitals and transliterated; characters that a NACHA file cannot hold become blanks. */
export function plain(text: string): string {
  return toLatin(text)
    .toUpperCase()
    .replaceAll(/[^ -~]/g, ' ')
    .replaceAll(/ +/g, ' ')
    .trim()
}

/** Returns the originator of a file: the product's settings, with the installation's as defaults. */
export function originatorOf(
  product: Pick<Product, 'processor_data'>,
  place: Pick<Row<typeof location>, 'name'>,
  usual: Originator,
): Omit<FileFacts, 'modifier'> {
  const { entry_description: _shown, ...own } = achSettings(product).originator
  const company_name = named(own.company_name, 16) || named(place.name, 16) || 'MERCHANT'
  const odfi_id = own.odfi_id ?? own.destination?.slice(0, 8) ?? usual.odfi_id
  return { ...usual, ...own, odfi_id, company_name }
}

import type { Row } from '../../definition/resource.ts'
import type { Originator } from '../../ports/odfi.ts'
import type { location } from '../../resources/location/location.ts'
import { achSettings } from '../../resources/producttransaction/producttransaction.ts'
import { REASON, TYPE } from '../../resources/transaction/transaction.ts'
import type { Product } from '../lifecycle/routing.ts'
import type { TransactionRow } from '../payments.ts'
import type { BankAccount } from '../vault/account.ts'

/** What a file says of the merchant; kept with the file, so that it can be written again as it was. */
export interface FileFacts extends Originator {
  company_name: string
  modifier: string
}

/** What an entry says of a payment, but for its numbers and the account. */
export interface EntryDetails {
  direction: 'debit' | 'credit'
  /** 22, 27, 32 or 37. */
  transaction_code: string
  sec_code: SecCode
  /** At most ten characters, shown to the payer's bank. */
  description: string
  individual_id: string
  individual_name: string
  /** `S` for a single payment, `R` for one of a series; where the entry class says so. */
  payment_type: string | null
}

type SecCode = 'WEB' | 'PPD' | 'CCD' | 'TEL'

/** Why a payment cannot be presented to any bank. */
export interface EntryRejection {
  reason_code_id: number
  verbiage: string
}

const CODES = { checking: { credit: '22', debit: '27' }, savings: { credit: '32', debit: '37' } } as const
/** As many characters as an entry has for the account. */
const LONGEST_ACCOUNT = 17
/** Ten digits of cents are as much as an entry holds. */
const MOST = 9_999_999_999n

/**
 * What a payment says in a file, or why it cannot stand in one. The entry class is that of the payment; money that goes out is PPD where
 * the class is for taking only, which is how refunds of WEB and TEL go back (Nacha rules).
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
  // Images of checks have a rail of their own.
  if (code === 'POP' || code === 'C21') return null
  return direction === 'credit' && code !== 'CCD' ? 'PPD' : code
}

/** Wages are told by the word that Nacha's rules ask for, and so are goods bought online where the merchant has no words of his own. */
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

/** Bills and series are paid online too; what is bought is a single payment that no invoice asked for. */
function isPurchase(row: TransactionRow): boolean {
  return row.recurring_id === null && row.quick_invoice_id === null
}

/** A name as an entry may have it; the rules take neither blanks nor zeros for one. */
export function holderName(name: string | null): string {
  return named(name, 22) || 'ACCOUNT HOLDER'
}

function named(name: string | null | undefined, longest: number): string {
  const text = plain(name ?? '')
    .slice(0, longest)
    .trim()
  return /^[0 ]*$/.test(text) ? '' : text
}

/** Letters without marks, in capitals; what no bank file may hold becomes a blank. */
export function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .toUpperCase()
    .replaceAll(/[^ -~]/g, ' ')
    .replaceAll(/ +/g, ' ')
    .trim()
}

/** Who sends a file: what the product says, and the installation where it says nothing. */
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

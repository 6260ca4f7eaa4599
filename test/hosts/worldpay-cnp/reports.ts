import { utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { csvRow } from '../../../src/lib/csv.ts'
import type { Booked } from './book.ts'

/** The columns of Net Settled Sales by Transaction, in the order of Worldpay's report guide. */
export const NET_SETTLED_SALES = [
  'Reporting Group',
  'Merchant',
  'Activity Date',
  'Settlement Date',
  'Vantiv Payment ID',
  'Parent Vantiv Payment ID',
  'Merchant Order Number',
  'Txn Type',
  'Purchase Currency',
  'Purchase Amt',
  'Settlement Currency',
  'Settlement Amt',
  'Payment Type',
  'Bin',
  'Account Suffix',
  'Response Reason Message',
  'Batch ID',
  'Session ID',
  'ARN',
  'Interchange Rate',
  'Customer ID',
  'Merchant Transaction ID',
  'Transaction Processing Timestamp GMT',
  'Approximate Interchange Fee Amount',
  'Issuing Bank',
  'Billing Descriptor',
  'Merchant ID',
  'Presenter',
] as const

/** The columns of the Echeck Return Report. */
export const ECHECK_RETURNS = [
  'Case ID',
  'Worldpay Payment ID',
  'Merchant Order Number',
  'Account Suffix',
  'Reason Code',
  'Reason Description',
  'Date Issued',
  'Date Received',
  'Chargeback Currency',
  'Chargeback Amt',
  'Transaction Date',
  'Activity Date',
  'Merchant Name',
  'Reporting Group',
  'Txn Type',
  'Batch ID',
  'Merchant Transaction ID',
  'Billing Descriptor',
  'Merchant ID',
  'Presenter',
] as const

type Cells<Columns extends readonly string[]> = Partial<Record<Columns[number], string>>

/** A report as Worldpay writes it: a row of headings, then one for each transaction; numbers with an apostrophe. */
export function reportText(columns: readonly string[], rows: readonly Partial<Record<string, string>>[]): string {
  return [csvRow(columns), ...rows.map(row => csvRow(columns.map(column => row[column] ?? '')))].join('')
}

/** What deposits and refunds are, by the elements of the schema. */
const DEPOSITS = ['sale', 'capture', 'captureGivenAuth', 'echeckSale']
const REFUNDS = ['credit', 'echeckCredit']

/** Returns what Worldpay transfers on a day: everything approved that was not voided and not transferred before. */
export function toTransfer(transactions: readonly Booked[]): Booked[] {
  return transactions.filter(
    ({ element, code, is_voided, is_settled }) =>
      [...DEPOSITS, ...REFUNDS].includes(element) && code === '000' && !is_voided && !is_settled,
  )
}

interface About {
  merchant_id: string
  day: Temporal.PlainDate
}

export function settledRow(booked: Booked, { merchant_id, day }: About): Cells<typeof NET_SETTLED_SALES> {
  const { id, cnp_txn_id, element, amount, on } = booked
  const is_bank = element.startsWith('echeck')
  const cents = decimal(amount)
  return {
    'Reporting Group': 'Storefront & more',
    Merchant: 'Tollgate, Test',
    'Activity Date': american(day.subtract({ days: 1 })),
    'Settlement Date': american(day),
    'Vantiv Payment ID': `'${cnp_txn_id}`,
    'Parent Vantiv Payment ID': on ? `'${on.cnp_txn_id}` : '',
    'Merchant Order Number': String(booked.said.orderId ?? ''),
    'Txn Type': REFUNDS.includes(element) ? 'Refund' : 'Deposit',
    'Purchase Currency': 'USD',
    'Purchase Amt': cents,
    'Settlement Currency': 'USD',
    'Settlement Amt': cents,
    'Payment Type': is_bank ? 'Direct Debit' : 'Visa',
    'Response Reason Message': 'Approved',
    'Batch ID': `'${batchOf(day)}`,
    'Merchant Transaction ID': id,
    ...(is_bank ? {} : { 'Approximate Interchange Fee Amount': interchangeOf(amount) }),
    'Issuing Bank': 'First "National", Bank',
    'Merchant ID': merchant_id,
  }
}

/** A debit that the payer's bank sent back, or a credit it did not take. */
export function returnedRow(
  booked: Booked,
  { merchant_id, day, reason }: About & { reason: string },
): Cells<typeof ECHECK_RETURNS> {
  return {
    'Case ID': `'90${booked.cnp_txn_id.slice(-9)}`,
    'Worldpay Payment ID': `'${booked.cnp_txn_id}`,
    'Reason Code': reason,
    'Reason Description': 'As NACHA has it',
    'Date Issued': american(day.subtract({ days: 1 })),
    'Date Received': american(day),
    'Chargeback Currency': 'USD',
    'Chargeback Amt': decimal(booked.amount),
    'Merchant Transaction ID': booked.id,
    'Merchant ID': merchant_id,
  }
}

/** 1.8 % and ten cents, to four places. */
export function interchangeOf(amount: bigint): string {
  const places = (amount * 18n * 10n) / 100n + 1_000n
  return `${places / 10_000n}.${String(places % 10_000n).padStart(4, '0')}`
}

export function batchOf(day: Temporal.PlainDate): string {
  return `7${day.toString().replaceAll('-', '')}`
}

export const settledName = (day: Temporal.PlainDate): string =>
  `Financial_Detail_NssByTxnBySettlementDate0USD_4711_${day.toString().replaceAll('-', '')}.CSV`
export const returnsName = (day: Temporal.PlainDate): string =>
  `ECheckReturnReport_4711_${day.toString().replaceAll('-', '')}.CSV`

/** Lays a file down as of a moment (Unix seconds). */
export function layDown(folder: string, name: string, text: string, seconds: number): void {
  writeFileSync(join(folder, name), text, 'latin1')
  utimesSync(join(folder, name), seconds, seconds)
}

function american(day: Temporal.PlainDate): string {
  return [day.month, day.day, day.year].map(part => String(part).padStart(2, '0')).join('/')
}

function decimal(amount: bigint): string {
  const digits = String(amount).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

import { bankMoment } from '../../lib/banking-day.ts'
import { momentOf } from '../../lib/id.ts'
import { type IncomingFiles, UnreadableFile } from '../../ports/incoming-files.ts'
import type { Processor, ReturnedRequest, SettledRequest } from '../../ports/processor.ts'
import { lineNumbers } from '../settled-lines.ts'
import { type Column, type Line, linesOf, PAYMENT_ID } from './report-table.ts'

/** One kind of Scheduled Secure Report: which files hold it, and what a line of it says. */
interface Report<T> {
  file: RegExp
  columns: readonly Column[]
  read(line: Line): T
  /** What is done with each line that a file has of a merchant id. */
  each?: () => (read: T) => T
}

const MERCHANT_ID: Column = ['Merchant ID']
const MERCHANT_TRANSACTION_ID: Column = ['Merchant Transaction ID']
const WHO: readonly Column[] = [PAYMENT_ID, MERCHANT_ID, MERCHANT_TRANSACTION_ID]

const SETTLEMENT_DATE: Column = ['Settlement Date']
const SETTLEMENT_CURRENCY: Column = ['Settlement Currency']
const SETTLEMENT_AMT: Column = ['Settlement Amt', 'Settlement Amount']
const TXN_TYPE: Column = ['Txn Type']
const BATCH_ID: Column = ['Batch ID']
const INTERCHANGE: Column = ['Approximate Interchange Fee Amount']

/**
 * Net Settled Sales by Transaction, by settlement (transfer) date: every deposit and refund whose money is moved on
 * that day. The one by activity date is left alone: it has what others settle (conveyed), and what is not transferred
 * yet.
 */
const SETTLED: Report<SettledRequest> = {
  file: /^Financial_Detail_NssByTxnBySettlementDate.*_\d{8}(?:\.[a-z0-9]+)*$/i,
  columns: [...WHO, SETTLEMENT_DATE, SETTLEMENT_CURRENCY, SETTLEMENT_AMT, TXN_TYPE, BATCH_ID],
  read(line) {
    const settled_on = line.day(SETTLEMENT_DATE)
    inDollars(line, SETTLEMENT_CURRENCY)
    return {
      reference: ownReference(line),
      processor_reference: paymentId(line),
      amount: settledAmount(line),
      settled_ts: bankMoment(settled_on, '12:00'),
      batch: line.given(BATCH_ID).slice(0, LONGEST),
      fee: interchange(line),
      // One transfer a day for each merchant id: nothing in the report names it otherwise.
      funding_reference: `${line.given(MERCHANT_ID)} ${settled_on}`.slice(0, LONGEST),
    }
  },
  each: lineNumbers,
}

/** A refund has a minus sign in reports that were ordered so; a deposit never has one. */
function settledAmount(line: Line): bigint {
  const amount = line.amount(SETTLEMENT_AMT)
  const type = line.given(TXN_TYPE).toLowerCase()
  if (type === 'refund') return amount < 0n ? amount : -amount
  if (!DEPOSITS.includes(type)) throw line.wrong(TXN_TYPE, 'is of no kind that is known')
  if (amount < 0n) throw line.wrong(SETTLEMENT_AMT, 'of a deposit is negative')
  return amount
}

const DEPOSITS: readonly string[] = ['deposit', 'cond. deposit', 'conditional deposit']

/** What Worldpay expects the interchange to be, to the cent; its own fees are told in sums only. */
function interchange(line: Line): bigint | null {
  const text = line.text(INTERCHANGE)
  if (text === null) return null
  const found = /^(-?)(\d{1,12})(?:\.(\d{1,10}))?$/.exec(text)
  if (!found) throw line.wrong(INTERCHANGE, 'is no amount')
  const [, sign, whole, places = ''] = found
  const tenths = BigInt(`${whole}${places.padEnd(3, '0').slice(0, 3)}`)
  const cents = (tenths + 5n) / 10n
  return sign ? -cents : cents
}

const REASON_CODE: Column = ['Reason Code']
const DATE_RECEIVED: Column = ['Date Received']
const RETURN_CURRENCY: Column = ['Chargeback Currency']
const RETURN_AMT: Column = ['Chargeback Amt', 'Chargeback Amount']

const RETURNED: Report<ReturnedRequest> = {
  file: /^ECheckReturnReport.*_\d{8}(?:\.[a-z0-9]+)*$/i,
  columns: [...WHO, REASON_CODE, DATE_RECEIVED, RETURN_CURRENCY, RETURN_AMT],
  read(line) {
    const code = line.given(REASON_CODE).toUpperCase()
    if (!/^R\d{2}$/.test(code)) throw line.wrong(REASON_CODE, 'is no return code')
    inDollars(line, RETURN_CURRENCY)
    const amount = line.amount(RETURN_AMT)
    return {
      reference: ownReference(line),
      processor_reference: paymentId(line),
      amount: amount < 0n ? -amount : amount,
      code,
      returned_ts: bankMoment(line.day(DATE_RECEIVED), '12:00'),
    }
  },
}

/** As long as the columns that keep it. */
const LONGEST = 64

function paymentId(line: Line): string {
  const id = line.given(PAYMENT_ID)
  if (!/^\d{1,19}$/.test(id)) throw line.wrong(PAYMENT_ID, 'is no number')
  return id
}

/** The `id` that the transaction was sent under; what was made past the gateway has another form. */
function ownReference(line: Line): string | null {
  const id = line.text(MERCHANT_TRANSACTION_ID)
  return id !== null && momentOf(id) !== null ? id : null
}

function inDollars(line: Line, currency: Column): void {
  if (line.given(currency).toUpperCase() !== 'USD') throw line.wrong(currency, 'is not USD')
}

/** Lines that are yielded at once. */
const PIECE = 1_000

/**
 * Yields what the reports of one kind say about a merchant id, of files that came since a moment. Files stay where they
 * are, because those of an organization are read for each of its merchant ids. Throws after all others where one cannot
 * be read, so that it keeps no other one waiting.
 */
async function* readReports<T>(files: IncomingFiles, merchant_id: string, report: Report<T>, since: number) {
  let unreadable: unknown
  for (const name of await files.incoming(since)) {
    if (!report.file.test(name)) continue
    let read: T[]
    try {
      read = linesFor(merchant_id, name, await files.read(name), report)
    } catch (error) {
      if (!(error instanceof UnreadableFile)) throw error
      unreadable ??= error
      continue
    }
    for (let at = 0; at < read.length; at += PIECE) yield read.slice(at, at + PIECE)
  }
  if (unreadable) throw unreadable
}

function linesFor<T>(merchant_id: string, name: string, text: string, { columns, read, each }: Report<T>): T[] {
  const own = linesOf(name, text, columns).filter(line => line.given(MERCHANT_ID) === merchant_id)
  const said = own.map(read)
  return each ? said.map(each()) : said
}

/** Returns what reports tell, as the parts of a processor. */
export function reported(files: IncomingFiles, merchant_id: string): Required<Pick<Processor, 'settled' | 'returned'>> {
  return {
    settled: since => readReports(files, merchant_id, SETTLED, since),
    returned: since => readReports(files, merchant_id, RETURNED, since),
  }
}

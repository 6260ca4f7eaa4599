import { localDate } from '../../../src/lib/local-date.ts'
import { LARGEST_AMOUNT, parseMoney } from '../../../src/lib/money.ts'
import { isClosed, type PaylinkState } from '../../../src/resources/paylink/closed.ts'
import { STATUS as PAYLINK } from '../../../src/resources/paylink/paylink.ts'
import { STATUS as INVOICE, isExpired, PAYMENT } from '../../../src/resources/quickinvoice/quickinvoice.ts'
import { LATEST } from '../../clock.ts'
import type { Offered, RecordAction } from './action.ts'
import type { ApiRecord } from './brief.ts'
import type { RecordView } from './read-record.ts'

export function invoiceActions({ id, record, recipients, now }: RecordView): Offered[] {
  const is_over = isExpired({ expire_date: record.expire_date as string | null }, now, zoneOf(record))
  const takes_more = record.payment_status_id !== PAYMENT.paid || Number(record.allow_overpayment) === 1
  return [
    recipients.length > 0 && resend(`quickinvoices/${id}`, recipients),
    record.status_id === INVOICE.closed &&
      !is_over &&
      takes_more && {
        name: 'reopen',
        button: 'Reopen',
        says: 'Opens the closed invoice again.',
        doing: () => ({ method: 'POST', path: `quickinvoices/${id}/reopen` }),
      },
  ]
}

function resend(path: string, recipients: RecordView['recipients']): RecordAction {
  return {
    name: 'resend',
    button: 'Send again',
    says: `To ${recipients.map(({ to }) => to).join(', ')}.`,
    doing: () => ({ method: 'POST', path: `${path}/resend` }),
  }
}

export function paylinkActions({ id, record, related, attempts, recipients, now }: RecordView): Offered[] {
  const link = record as unknown as PaylinkState
  const zone = zoneOf(record) ?? 'UTC'
  // A payment whose outcome is open, or that waits for a person, may still close it.
  const is_busy =
    attempts.some(({ state }) => state === 'pending' || state === 'unknown') ||
    related.some(({ records }) => records.some(({ is_stuck }) => is_stuck === true))
  const is_unpaid = link.status_id === PAYLINK.unpaid && !is_busy
  const put = (active: 0 | 1) => () =>
    ({ method: 'PUT', path: `paylinks/${id}`, body: { paylink: { active } } }) as const
  return [
    recipients.length > 0 && resend(`paylinks/${id}`, recipients),
    is_unpaid &&
      !isClosed({ ...link, active: Boolean(link.active) }, now, zone) && {
        name: 'withdraw',
        button: 'Withdraw',
        says: 'It can no longer be paid.',
        doing: put(0),
      },
    is_unpaid &&
      !link.active &&
      !isClosed({ ...link, active: true }, now, zone) && {
        name: 'offer',
        button: 'Offer again',
        says: 'It can be paid again.',
        doing: put(1),
      },
  ]
}

export function recurringActions({ id, record, due_ts, now }: RecordView): Offered[] {
  const post = (command: string) => () => ({ method: 'POST', path: `recurrings/${id}/${command}` }) as const
  const is_active = record.status === 'active'
  return [
    due_ts !== null &&
      due_ts <= LATEST && {
        name: 'advance',
        button: 'Advance to the next charge',
        says: `Moves the clock to its next payment, ${record.next_run_date}.`,
        doing: () => ({ clock: due_ts }),
      },
    is_active && {
      name: 'hold',
      button: 'Place on hold',
      says: 'No payment is made until it is activated.',
      doing: post('placeOnHold'),
    },
    record.status === 'on hold' &&
      isActivatable(record, now) && {
        name: 'activate',
        button: 'Activate',
        says: 'Resumes with its next date.',
        doing: post('activate'),
      },
    is_active && {
      name: 'skip',
      button: 'Skip a payment',
      says: 'The next payment is not collected.',
      doing: post('skipPayment?skip_count=1'),
    },
    is_active &&
      record.recurring_type_id === 'i' && {
        name: 'defer',
        button: 'Defer a payment',
        says: 'Moves the next payment behind the last one.',
        doing: post('deferPayment?defer_count=1'),
      },
  ]
}

/** How recurrings write that there is no date. */
export const NO_DATE = '0000-00-00'

/** Whether a date of the schedule is left before its end: there is one within an interval from today. */
function isActivatable(record: ApiRecord, now: number): boolean {
  if ((parseMoney(record.transaction_amount) ?? 0n) > LARGEST_AMOUNT) return false
  if (record.recurring_type_id === 'i' || !record.end_date || record.end_date === NO_DATE) return true
  const unit = { d: 'days', w: 'weeks', m: 'months' }[record.interval_type as 'd' | 'w' | 'm']
  const next = localDate(now, zoneOf(record)).add({ [unit]: Number(record.interval) })
  return next.toString() <= String(record.end_date)
}

function zoneOf({ location }: ApiRecord): string | null {
  return (location as { tz?: string } | null)?.tz ?? null
}

import { type Command, decided } from '../../definition/command.ts'
import { integerKind } from '../../definition/kinds/integer.ts'
import type { Row } from '../../definition/resource.ts'
import { type Decision, type Moment, type Reader, rulesOf } from '../../definition/rules.ts'
import { localDate } from '../../lib/local-date.ts'
import { formatMoney } from '../../lib/money.ts'
import { objectSchema } from '../../lib/object-schema.ts'
import { invalidField, label } from '../../lib/problem.ts'
import { location } from '../location/location.ts'
import { withDueMoment } from './due-moment.ts'
import { noticeDate } from './notices.ts'
import { defer, type PaymentSchedule, remaining, runDate, scheduleStatus, skip } from './payment-schedule.ts'
import { activation, limitsOf, ON_HOLD } from './recurring.rules.ts'
import { checkTransition } from './recurring.states.ts'
import { recurring, STATUSES } from './recurring.ts'

type Recurring = Row<typeof recurring>
type Location = Row<typeof location>

const { accept, refuse } = rulesOf(recurring)

const load = (row: Recurring, _input: unknown, read: Reader): Promise<Location> =>
  read.one(location, row.location_id, 'location_id')

const MOST_PAYMENTS = 99
const COUNT = { type: 'integer', minimum: 1, maximum: MOST_PAYMENTS } as const

const skipPayment = decided(recurring, {
  name: 'skipPayment',
  method: 'POST',
  query: { skip_count: { ...COUNT, required: true, description: 'How many of the next payments are given up.' } },
  says: 'Gives up the next payments; the end date stays. An installment recurring collects that many payments less.',
  operation: 'skipRecurringPayment',
  load,
  decide(row, input, place, moment) {
    checkTransition(row.status, 'skipPayment')
    return rescheduled(row, skip(row, paymentCount(row, input, 'skip_count')), place, moment)
  },
})

const deferPayment = decided(recurring, {
  name: 'deferPayment',
  method: 'POST',
  query: {
    defer_count: { ...COUNT, required: true, description: 'How many of the next payments are moved to the end.' },
  },
  says: 'Moves the next payments of an installment recurring behind its last one, so that all are still collected.',
  operation: 'deferRecurringPayment',
  load,
  decide(row, input, place, moment) {
    checkTransition(row.status, 'deferPayment')
    if (row.recurring_type_id !== 'i')
      refuse('recurring_type_id', 'Only payments of installment recurrings can be deferred.')
    return rescheduled(row, defer(row, paymentCount(row, input, 'defer_count')), place, moment)
  },
})

const placeOnHold = decided(recurring, {
  name: 'placeOnHold',
  method: 'POST',
  says: 'Pauses the recurring: nothing runs until it is activated, and no payment is lost.',
  operation: 'placeRecurringOnHold',
  load,
  decide(row, _input, place, moment) {
    checkTransition(row.status, 'placeOnHold')
    return accept(withDueMoment(row, ON_HOLD, place.tz, moment.seconds))
  },
})

const activate = decided(recurring, {
  name: 'activate',
  method: 'POST',
  says: 'Goes on after a pause, with the first date of the schedule that is not past.',
  load: async (row, input, read) => ({ place: await load(row, input, read), limits: await limitsOf(row, read) }),
  decide(row, _input, { place, limits }, moment) {
    checkTransition(row.status, 'activate')
    const change = activation(row, { today: localDate(moment.seconds, place.tz), limits })
    return accept(withDueMoment(row, change, place.tz, moment.seconds))
  },
})

function rescheduled(
  row: Recurring,
  change: Partial<PaymentSchedule>,
  place: Location,
  moment: Moment,
): Decision<typeof recurring> {
  const set = { ...change, ...scheduleStatus({ ...row, ...change }) }
  return accept(withDueMoment(row, set, place.tz, moment.seconds))
}

const count = integerKind({ least: 1, most: MOST_PAYMENTS })

/** Returns how many payments to skip or defer: 1 to 99, and no more than an installment recurring has left. */
function paymentCount(row: Recurring, input: Record<string, unknown>, name: 'skip_count' | 'defer_count'): number {
  const sent = input[name]
  if (sent === undefined || sent === '') throw invalidField(name, `${label(name)} cannot be blank.`)
  const parsed = count.parse(sent, { max: 2 })
  if ('problem' in parsed) throw invalidField(name, `${label(name)} ${parsed.problem}`)
  const left = remaining(row)
  if (left !== null && parsed.value > left)
    throw invalidField(name, `${label(name)} must be no greater than ${left}, the payments left.`)
  return parsed.value
}

interface ComingPayment {
  run_date: string
  /** The day on which the contact is notified; null without a notice. */
  notification_date: string | null
  transaction_amount: string
}

/** Returns at most `most` payments that will be made unless something changes; none while on hold or ended. */
export function comingPayments(row: Recurring, most: number): ComingPayment[] {
  if (row.status !== 'active') return []
  const left = Math.min(most, remaining(row) ?? most)
  const payments: ComingPayment[] = []
  for (let ahead = 0; ahead < left; ahead += 1) {
    const run_date = runDate(row, ahead)
    if (row.end_date !== null && run_date > row.end_date) break
    payments.push({
      run_date,
      notification_date: noticeDate({ ...row, next_run_date: run_date }),
      transaction_amount: formatMoney(row.transaction_amount),
    })
  }
  return payments
}

const USUAL_PREVIEW = 12

const preview: Command<typeof recurring> = {
  name: 'preview',
  method: 'GET',
  on: 'one',
  right: 'read',
  query: { count: { ...COUNT, default: USUAL_PREVIEW, description: 'How many payments to show.' } },
  says: 'Shows when the next payments will run.',
  returns: {
    schema: objectSchema({
      preview: objectSchema({
        recurring_id: { type: 'string', description: 'The recurring.' },
        status: { type: 'string', enum: STATUSES, description: 'Only an active one makes payments.' },
        payments: {
          type: 'array',
          description: 'The payments to come, the next one first.',
          items: objectSchema({
            run_date: { type: 'string', format: 'date', description: 'When it is made.' },
            notification_date: {
              type: ['string', 'null'],
              format: 'date',
              description: 'When the contact is notified; null without a notice.',
            },
            transaction_amount: { type: 'string', description: 'How much it is.' },
          }),
        },
      }),
    }),
  },
  async run({ row, query }) {
    const parsed = query.count === undefined ? { value: USUAL_PREVIEW } : count.parse(query.count, { max: 2 })
    if ('problem' in parsed) throw invalidField('count', `Count ${parsed.problem}`)
    return {
      body: { preview: { recurring_id: row.id, status: row.status, payments: comingPayments(row, parsed.value) } },
    }
  },
}

const MOST_RUNS = 1000

/** Missed dates are listed too, so that a merchant can collect those payments in another way. */
const runs: Command<typeof recurring> = {
  name: 'runs',
  method: 'GET',
  on: 'one',
  right: 'read',
  says: `Lists the latest ${MOST_RUNS} dates that have come: whether a payment was made (approved or declined) or the date was missed.`,
  operation: 'listRecurringRuns',
  returns: {
    schema: objectSchema({
      runs: {
        type: 'array',
        description: 'The dates, the latest one first.',
        items: objectSchema({
          run_date: { type: 'string', format: 'date', description: 'The date.' },
          result: { type: 'string', enum: ['made', 'missed'], description: 'What came of it.' },
          transaction_id: { type: ['string', 'null'], description: 'The payment; null where the date was missed.' },
        }),
      },
    }),
  },
  run: ({ row, actor, store }) =>
    store.transaction(actor, async work => {
      const found = await work.query(
        `select occurrence_date::text as run_date, case when transaction_id is null then 'missed' else 'made' end as result, transaction_id
           from recurring_run where recurring_id = $1 order by occurrence_date desc limit ${MOST_RUNS}`,
        [row.id],
      )
      return { body: { runs: found } }
    }),
}

export const recurringCommands = [skipPayment, deferPayment, placeOnHold, activate, preview, runs]

import { type Command, decided } from '../../definition/command.ts'
import { integerKind } from '../../definition/kinds/integer.ts'
import type { Row } from '../../definition/resource.ts'
import { type Reader, rulesOf } from '../../definition/rules.ts'
import { localDate } from '../../lib/local-date.ts'
import { invalidField, label } from '../../lib/problem.ts'
import { location } from '../location/location.ts'
import { timed } from './due-moment.ts'
import { mustAllow } from './moves.ts'
import { defer, remaining, skip, standing } from './plan.ts'
import { previewCommand } from './preview.ts'
import { activated, held } from './recurring.rules.ts'
import { recurring } from './recurring.ts'

const MOST_RUNS = 1000

const RUNS = {
  type: 'object',
  required: ['runs'],
  properties: {
    runs: {
      type: 'array',
      items: {
        type: 'object',
        required: ['run_date', 'result', 'transaction_id'],
        properties: {
          run_date: { type: 'string', format: 'date' },
          result: { type: 'string', enum: ['made', 'missed'] },
          transaction_id: { type: ['string', 'null'] },
        },
      },
    },
  },
}

/** Every date that has come, latest first: also those on which nobody was charged, which a person may want to make up for. */
const runsCommand: Command<typeof recurring> = {
  name: 'runs',
  method: 'GET',
  on: 'one',
  right: 'read',
  says: `Lists the latest ${MOST_RUNS} dates that have come: whether a payment was made (approved or declined) or the date was missed.`,
  returns: { schema: RUNS },
  run: ({ row, actor, store }) =>
    store.transaction(actor, async work => {
      const runs = await work.query(
        `select occurrence_date::text as run_date, case when transaction_id is null then 'missed' else 'made' end as result, transaction_id
           from recurring_run where recurring_id = $1 order by occurrence_date desc limit ${MOST_RUNS}`,
        [row.id],
      )
      return { body: { runs } }
    }),
}

const { accept, refuse } = rulesOf(recurring)

const skipPayment = decided(recurring, {
  name: 'skipPayment',
  method: 'POST',
  query: { skip_count: 'how many of the next payments are given up' },
  says: 'Gives up the next payments; the end date stays. An installment recurring collects that many payments less.',
  load: placeOf,
  decide(row, input, place, moment) {
    mustAllow(row.status, 'skipPayment')
    const change = skip(row, countOf(row, input, 'skip_count'))
    return accept(timed(row, { ...change, ...standing({ ...row, ...change }) }, place.tz, moment.seconds))
  },
})

const deferPayment = decided(recurring, {
  name: 'deferPayment',
  method: 'POST',
  query: { defer_count: 'how many of the next payments are moved to the end' },
  says: 'Moves the next payments of an installment recurring behind its last one, so that all are still collected.',
  load: placeOf,
  decide(row, input, place, moment) {
    mustAllow(row.status, 'deferPayment')
    if (row.recurring_type_id !== 'i')
      refuse('recurring_type_id', 'Only payments of installment recurrings can be deferred.')
    const change = defer(row, countOf(row, input, 'defer_count'))
    return accept(timed(row, { ...change, ...standing({ ...row, ...change }) }, place.tz, moment.seconds))
  },
})

const placeOnHold = decided(recurring, {
  name: 'placeOnHold',
  method: 'POST',
  says: 'Pauses the recurring: nothing runs until it is activated, and no payment is lost.',
  load: placeOf,
  decide(row, _input, place, moment) {
    mustAllow(row.status, 'placeOnHold')
    return accept(timed(row, held, place.tz, moment.seconds))
  },
})

const activate = decided(recurring, {
  name: 'activate',
  method: 'POST',
  says: 'Goes on after a pause, with the first date of the schedule that is not past.',
  load: placeOf,
  decide(row, _input, place, moment) {
    mustAllow(row.status, 'activate')
    const after = activated(row, localDate(moment.seconds, place.tz))
    return accept(timed(row, after, place.tz, moment.seconds))
  },
})

function placeOf(row: Row<typeof recurring>, _input: unknown, read: Reader): Promise<Row<typeof location>> {
  return read.one(location, row.location_id, 'location_id')
}

const MOST = 99
const count = integerKind({ least: 1, most: MOST })

/** The number of payments a command is about: 1 to 99, and no more than an installment recurring has left. */
function countOf(
  row: Row<typeof recurring>,
  input: Record<string, unknown>,
  name: 'skip_count' | 'defer_count',
): number {
  const sent = input[name]
  if (sent === undefined || sent === '') throw invalidField(name, `${label(name)} cannot be blank.`)
  const parsed = count.parse(sent, { max: 2 })
  if ('problem' in parsed) throw invalidField(name, `${label(name)} ${parsed.problem}`)
  const left = remaining(row)
  if (left !== null && parsed.value > left)
    throw invalidField(name, `${label(name)} must be no greater than ${left}, the payments left.`)
  return parsed.value
}

export const recurringCommands: Command<typeof recurring>[] = [
  skipPayment,
  deferPayment,
  placeOnHold,
  activate,
  previewCommand,
  runsCommand,
]

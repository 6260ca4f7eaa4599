import type { Command } from '../../definition/command.ts'
import type { recurring } from './recurring.ts'

const MOST = 1000

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
export const runsCommand: Command<typeof recurring> = {
  name: 'runs',
  method: 'GET',
  on: 'one',
  right: 'read',
  says: `Lists the latest ${MOST} dates that have come: whether a payment was made (approved or declined) or the date was missed.`,
  returns: { schema: RUNS },
  run: ({ row, actor, store }) =>
    store.transaction(actor, async work => {
      const runs = await work.query(
        `select occurrence_date::text as run_date, case when transaction_id is null then 'missed' else 'made' end as result, transaction_id
           from recurring_run where recurring_id = $1 order by occurrence_date desc limit ${MOST}`,
        [row.id],
      )
      return { body: { runs } }
    }),
}

import type { Command } from '../../definition/command.ts'
import type { Operations } from '../../definition/noun.ts'
import { invalidField } from '../../lib/problem.ts'
import { runResponse } from './run-response.ts'
import type { terminalrun } from './terminalrun.ts'

export const terminalrunCommands: Command<typeof terminalrun>[] = [
  {
    name: 'cancel',
    method: 'POST',
    on: 'one',
    right: 'update',
    says: 'Asks the terminal to stop. What was authorised before stays authorised: the run tells how it ended.',
    returns: 'record',
    async run({ actor, row, parts: { runs } }) {
      if (row.ended_ts !== null) throw invalidField('status', 'The run has ended.')
      return { row: await runs.cancel(actor, row) }
    },
  },
  {
    name: 'abandon',
    method: 'POST',
    on: 'one',
    right: 'update',
    says: 'Gives a terminal up for lost, whose run is unknown: it is free for other requests, and the processor is asked what became of the payment. Approved, the payment stands; never seen, it is ruled out, so that the terminal cannot charge with it later.',
    returns: 'record',
    run: async ({ actor, row, parts: { runs } }) => ({ row: await runs.abandon(actor, row) }),
  },
]

/** Who sends a request again under its Idempotency-Key gets its answer: it joins the run, or learns how it ended. */
export const terminalrunOperations: Operations<typeof terminalrun> = {
  rejoin: (row, act) => runResponse(act.parts.runs, row, act),
}

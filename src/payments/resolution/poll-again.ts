import type { Database } from '../../db/database.ts'
import { MACHINE_NOW } from '../../db/machine-now.ts'
import { newId } from '../../lib/id.ts'
import type { Clock } from '../../ports/clock.ts'

/**
 * Has the resolver ask about a transaction, or about the settlement of a batch, in its next round. A reversal that the processor declined is
 * sent anew under a reference of its own: a person has seen to it, and the processor now takes the money back or says that it is back
 * already. Answers how many questions are asked again.
 */
export async function pollAgain({ db, clock }: { db: Database; clock: Clock }, id: string): Promise<number> {
  return db.transaction(async tx => {
    const anew = await tx.run(ANEW, [id, newId(clock.now()), clock.seconds()])
    const due = await tx.run(
      `update attempt set ask_ts = 0 where transaction_id = $1 and state in ('pending', 'unknown')`,
      [id],
    )
    const settling = await tx.run(
      `update settlement set ask_ts = 0 where transactionbatch_id = $1 and state = 'pending'`,
      [id],
    )
    return Math.max(anew, due) + settling
  })
}

/** Of one transaction one reversal at most is stuck: it has one question at a time. */
const ANEW = `
with stuck as (
  update attempt set stuck_ts = null where transaction_id = $1 and stuck_ts is not null
  returning root_id, transaction_id, processor, action, purpose, original, amount)
insert into attempt (id, root_id, transaction_id, processor, action, purpose, original, amount, created_ts, state, ask_ts, believe_ts)
select $2, root_id, transaction_id, processor, action, purpose, original, amount, $3, 'pending', ${MACHINE_NOW}, ${MACHINE_NOW}
  from stuck limit 1`

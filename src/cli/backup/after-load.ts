import type { KeyRing } from '../../adapters/cipher/keyring/index.ts'
import type { Loading } from '../../db/loading.ts'
import { systemCaller } from '../../definition/caller.ts'
import { noteEvents } from '../../events/note-event.ts'
import { verifySeals } from '../../events/verify-seals.ts'
import { newId } from '../../lib/id.ts'
import type { Clock } from '../../ports/clock.ts'
import { gatewayClock } from '../gateway-clock.ts'
import { recountAll } from '../recount.ts'
import type { Head } from './format.ts'

/**
 * The numbers that bank entries got since the backup are forgotten, and what comes back for one of those must not be taken for a later
 * entry's: the count goes on well behind them.
 */
const SKIP_TRACES = `
update ach_odfi
   set cycle = cycle + case when next_sequence + 1000000 > 9999999 then 1 else 0 end,
       next_sequence = (next_sequence + 1000000 - 1) % 9999999 + 1`

/**
 * Looks whether what was loaded holds together: every link of the audit trail, every total. Notes the restore, and that nobody has
 * compared it yet with what the processor knows. Answers what people should hear of.
 */
export async function afterLoad(loading: Loading, head: Head, ring: KeyRing, machine: Clock): Promise<string[]> {
  const told: string[] = []
  let events = 0
  for await (const chain of verifySeals({ db: loading, cipher: ring })) {
    if (chain.broken)
      throw new Error(
        `the audit trail in this backup is broken at link ${chain.broken.position} of ${chain.root_id || 'no location'}: ${chain.broken.says}`,
      )
    events += chain.events
  }
  told.push(`${events} sealed events of the audit trail`)
  for (const wrong of await recountAll(loading)) told.push(`totals of ${wrong}`)
  const clock = await gatewayClock(loading, machine)
  await loading.run('insert into restoration (id, taken_ts, restored_ts) values ($1, $2, $3)', [
    newId(clock.now()),
    head.taken_ts,
    clock.seconds(),
  ])
  await loading.run(SKIP_TRACES)
  await noteEvents(loading, clock, [
    {
      caller: systemCaller('', 'operator'),
      location_id: null,
      noun: 'restoration',
      record_id: 'restoration',
      verb: 'created',
      details: { taken: head.taken, tollgate: head.tollgate },
    },
  ])
  return told
}

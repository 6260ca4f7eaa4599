/** What may be an attack: found in the background, told once a day. Never: a statement that a payment waits for. */

import { systemCaller } from '../definition/caller.ts'
import type { Store, UnitOfWork } from '../definition/store.ts'
import type { Clock } from '../ports/clock.ts'
import { alert, type Matter } from '../resources/alert/alert.ts'

/** Something that somebody should look at. */
export interface Warning {
  /** Empty for what is the operator's alone. */
  root_id: string
  matter: Matter
  /** What it is about, so that the same is not told twice a day. */
  subject: string
  /** A sentence. Never a secret. */
  says: string
}

/** Stores warnings that are new today and not silenced. Returns how many. */
export type Raise = (warnings: readonly Warning[]) => Promise<number>

interface RaiseParts {
  store: Store
  clock: Clock
  /** Names of matters, or a matter, a colon and a merchant or subject. */
  silenced: readonly string[]
}

const DAY = 86_400
const LONGEST = 512
/** Mails of one matter and merchant in a day; further ones are in the list and the metric. */
const MOST_MAILS = 20
/** The number of this lock among the advisory locks of the database. */
const ALERT_LOCK = 7_265_110

export function raising({ store, clock, silenced }: RaiseParts): Raise {
  return async warnings => {
    const loud = warnings.filter(each => !isSilenced(silenced, each))
    let raised = 0
    for (const [root_id, of_root] of Map.groupBy(loud, each => each.root_id)) {
      const actor = { caller: systemCaller(root_id, 'alerts') }
      await store.transaction(actor, async work => {
        await work.query('select pg_advisory_xact_lock($1)', [ALERT_LOCK])
        for (const warning of of_root) if (await stored(work, warning, clock.seconds())) raised += 1
      })
    }
    return raised
  }
}

function isSilenced(silenced: readonly string[], { matter, root_id, subject }: Warning): boolean {
  return [matter, `${matter}:${root_id}`, `${matter}:${subject}`].some(each => silenced.includes(each))
}

/** Returns false for what was told today. */
async function stored(work: UnitOfWork, warning: Warning, seconds: number): Promise<boolean> {
  const { root_id, matter, subject, says } = warning
  const day = Math.floor(seconds / DAY)
  const [told] = await work.query<{ same: number; mails: number }>(TOLD, [root_id, matter, subject, day])
  if ((told?.same ?? 0) > 0) return false
  await work.insert(alert, {
    location_id: root_id === '' ? null : root_id,
    ...{ matter, subject, says: says.slice(0, LONGEST), day },
    notice_ts: (told?.mails ?? 0) < MOST_MAILS ? seconds : null,
  })
  return true
}

const TOLD = `
select count(*) filter (where subject = $3)::integer as same, count(*)::integer as mails
  from alert where root_id = $1 and matter = $2 and day = $4`

import type { Queryable } from '../db/database.ts'
import { systemCaller } from '../definition/caller.ts'
import { addressGroup } from '../lib/address-group.ts'
import { type RateLimit, rateLimit } from '../lib/rate-limit.ts'
import { writtenLater } from '../lib/written-later.ts'
import type { Clock } from '../ports/clock.ts'
import { type AuditEvent, ROOTLESS, recordEvents } from './record-events.ts'

/** Records accesses that change no record: sign-ins good and bad, files that are taken, reads of the trail itself. */
export interface AccessTrail {
  /** Resolves once the event is stored, or counted where there are too many like it. */
  note(event: AuditEvent): Promise<void>
  /** Stores what was only counted; call it before the process ends. */
  flush(): Promise<void>
}

/** Events of one source that are recorded singly in a minute; further ones are only counted. */
const EACH_A_MINUTE = 60
/** Whoever pages through the trail has read it once. */
const READS_A_MINUTE = 1
/** Refusals of all sources together: a flood from a thousand addresses must not fill the trail either. */
const REFUSALS_A_MINUTE = 1200
const MOST_SOURCES = 10_000
const MINUTE_MS = 60_000

/**
 * Counts what is over a limit into the next event of the same source, or a minute later into one for all sources.
 * `refused` is called for each refusal, with the root of its tree where it names one.
 */
export function accessTrail(db: Queryable, clock: Clock, refused?: (root_id: string) => void): AccessTrail {
  const often = rateLimit(EACH_A_MINUTE)
  const seldom = rateLimit(READS_A_MINUTE)
  const refusals = rateLimit(REFUSALS_A_MINUTE)
  /** By verb and source. */
  const unrecorded = new Map<string, number>()

  const { soon, flush } = writtenLater(MINUTE_MS, async () => {
    const counts = [...unrecorded].map(([source, count]) => [source.split(' ', 1)[0]!, count] as const)
    unrecorded.clear()
    const caller = systemCaller(ROOTLESS, 'gateway')
    const about = { caller, location_id: null, noun: 'audit_trail', record_id: '' }
    const events = [...Map.groupBy(counts, ([verb]) => verb)].map(([verb, of_verb]) => ({
      ...about,
      verb,
      details: { [`also_${verb}`]: of_verb.reduce((sum, [, count]) => sum + count, 0), sources: of_verb.length },
    }))
    await recordEvents(db, clock, events)
  })

  return {
    async note(event) {
      const { verb, caller } = event
      if (verb === 'refused') refused?.(caller.root_id)
      const source = `${verb} ${sourceOf(event)}`
      const limit: RateLimit = verb === 'read' ? seldom : often
      const others = unrecorded.get(source) ?? 0
      if (limit(source) !== null || (verb === 'refused' && refusals('') !== null)) {
        if (others > 0 || unrecorded.size < MOST_SOURCES) unrecorded.set(source, others + 1)
        soon()
        return
      }
      unrecorded.delete(source)
      const details = others > 0 ? { ...event.details, [`also_${verb}`]: others } : event.details
      await recordEvents(db, clock, [{ ...event, caller, details }])
    },
    flush,
  }
}

/** Whoever is refused is nobody but an address (of IPv6: one /64). */
function sourceOf({ verb, noun, caller }: AuditEvent): string {
  return verb === 'refused' || caller.user_id === null
    ? addressGroup(caller.address ?? '')
    : `${noun} ${caller.user_id} ${caller.root_id}`
}

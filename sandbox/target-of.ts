import { invalid, invalidField } from '../src/lib/problem.ts'

/** Unix seconds to move the clock to: `{"now": seconds}` or `{"advance": "P1M"}`, the latter a span of ISO 8601 read in UTC. Throws a 422. */
export function targetOf(body: unknown, seconds: number): number {
  const { now, advance } = (body ?? {}) as { now?: unknown; advance?: unknown }
  if (typeof now === 'number' && Number.isInteger(now)) return now
  if (typeof advance !== 'string') throw invalid({ now: ['Now or advance is needed.'] })
  try {
    const start = Temporal.Instant.fromEpochMilliseconds(seconds * 1000).toZonedDateTimeISO('UTC')
    return Math.floor(start.add(Temporal.Duration.from(advance)).epochMilliseconds / 1000)
  } catch {
    throw invalidField('advance', 'Advance must be a span such as P1M or PT36H.')
  }
}

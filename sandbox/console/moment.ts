import type { Html } from '../../src/pages/html.ts'
import { html } from '../../src/pages/html.ts'

/** Unix seconds as a developer compares them: `2026-11-21 13:40:05`, in UTC. */
export function moment(seconds: number): Html {
  const iso = Temporal.Instant.fromEpochMilliseconds(seconds * 1000).toString()
  return html`<time datetime="${iso}">${iso.slice(0, 19).replace('T', ' ')}</time>`
}

/** The day after a moment, `yyyy-mm-dd` in UTC. */
export function dayAfter(seconds: number): string {
  const day = Temporal.Instant.fromEpochMilliseconds(seconds * 1000)
    .toZonedDateTimeISO('UTC')
    .toPlainDate()
  return day.add({ days: 1 }).toString()
}

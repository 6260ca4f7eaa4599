import { type Child, type Html, html } from '../../src/pages/html.ts'

/** One part of the console. */
export interface Section {
  id: string
  title: string
  body: Child
}

/** Returns an id or key with a mark from which the script makes a button that copies it. */
export function copied(text: string): Html {
  return html`<span class="code" data-copy>${text}</span>`
}

/** Returns the address of a record in the console. */
export function recordHref(noun: string, id: string): string {
  return `/sandbox/console/records/${noun}/${id}`
}

/** Returns an address of the console that a form comes back to, or null for any other. */
export function ownPath(text: string | null): string | null {
  return text !== null && /^\/sandbox(\/console\/[\w/-]{1,200})?$/.test(text) ? text : null
}

/** Returns Unix seconds as UTC: `2026-11-21 13:40:05`. */
export function utcTime(seconds: number): Html {
  const iso = Temporal.Instant.fromEpochMilliseconds(seconds * 1000).toString()
  return html`<time datetime="${iso}">${iso.slice(0, 19).replace('T', ' ')}</time>`
}

/** Returns the day after a time, `yyyy-mm-dd` in UTC. */
export function dayAfter(seconds: number): string {
  const day = Temporal.Instant.fromEpochMilliseconds(seconds * 1000)
    .toZonedDateTimeISO('UTC')
    .toPlainDate()
  return day.add({ days: 1 }).toString()
}

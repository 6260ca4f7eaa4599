import { openSchema } from '../../lib/object-schema.ts'

/** Seconds a terminal waits at each step of a request: least, most and default. */
const STEPS = {
  card_entry_timeout: { least: 20, most: 120, usual: 120 },
  device_terms_prompt_timeout: { least: 5, most: 300, usual: 60 },
  overall_timeout: { least: 30, most: 300, usual: 300 },
  pin_entry_timeout: { least: 20, most: 50, usual: 30 },
  signature_input_timeout: { least: 10, most: 50, usual: 10 },
  signature_submit_timeout: { least: 20, most: 50, usual: 30 },
  status_display_time: { least: 1, most: 30, usual: 7 },
  tip_cashback_timeout: { least: 20, most: 50, usual: 30 },
  transaction_timeout: { least: 10, most: 20, usual: 10 },
} as const

/** Seconds by step. */
export type TerminalTimeouts = Record<keyof typeof STEPS, number>

export const TERMINAL_TIMEOUTS = Object.fromEntries(
  Object.entries(STEPS).map(([step, { usual }]) => [step, usual]),
) as TerminalTimeouts

/** The schema of timeouts. */
export const TIMEOUTS_SCHEMA = openSchema(
  Object.fromEntries(
    Object.entries(STEPS).map(([step, { least, most }]) => [
      step,
      { type: ['integer', 'string'], description: `Seconds, ${least} to ${most}.` },
    ]),
  ),
)

/** Returns the known timeouts with those that were sent in their place; null stands for none. */
export function mergedTimeouts(known: unknown, sent: unknown): TerminalTimeouts {
  const seconds = Object.entries((sent ?? {}) as object).map(([step, value]) => [step, Number(value)])
  return { ...TERMINAL_TIMEOUTS, ...(known as object), ...Object.fromEntries(seconds) }
}

/** Returns what is wrong with timeouts, one text per step. */
export function timeoutProblems(sent: unknown): string[] {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return ['must be an object of seconds by step.']
  return Object.entries(sent).flatMap(([step, value]) => problemOfStep(step, value) ?? [])
}

function problemOfStep(step: string, value: unknown): string | null {
  if (!Object.hasOwn(STEPS, step)) return `has no step ${step}.`
  const { least, most } = STEPS[step as keyof typeof STEPS]
  const seconds = wholeNumber(value)
  return seconds !== null && seconds >= least && seconds <= most
    ? null
    : `must have ${least} to ${most} seconds for ${step}.`
}

function wholeNumber(value: unknown): number | null {
  const text = typeof value === 'number' || typeof value === 'string' ? String(value) : ''
  return /^\d{1,4}$/.test(text) ? Number(text) : null
}

/** Returns the seconds a request at the terminal may take in all. */
export function overallTimeout(known: unknown): number {
  return mergedTimeouts(known, null).overall_timeout
}

/** The device's configuration from the record of its terminal. */
export interface Setup {
  serial_number: string
  title: string
  /** Seconds by step. */
  timeouts: Timeouts
  /** Percentages offered as tips. */
  tips: readonly number[]
  tip_enable: boolean
}

interface Timeouts {
  card_entry_timeout: number
  pin_entry_timeout: number
  signature_input_timeout: number
  tip_cashback_timeout: number
  status_display_time: number
}

const USUAL: Timeouts = {
  card_entry_timeout: 120,
  pin_entry_timeout: 30,
  signature_input_timeout: 10,
  tip_cashback_timeout: 30,
  status_display_time: 7,
}

/** Parses the record of a terminal, with defaults for what is missing. */
export function setupOf(body: Record<string, unknown>): Setup {
  const sent = record(body.terminal_timeouts)
  const timeouts = Object.entries(USUAL).map(([step, usual]) => [step, whole(sent[step]) ?? usual])
  const percents = Object.values(record(body.tip_percents)).flatMap(value => whole(value) ?? [])
  return {
    serial_number: String(body.serial_number ?? ''),
    title: String(body.title ?? ''),
    timeouts: Object.fromEntries(timeouts) as unknown as Timeouts,
    tips: percents.length > 0 ? percents : [15, 18, 20],
    tip_enable: body.tip_enable === true,
  }
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

function whole(value: unknown): number | null {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : null
}

/** Seconds a terminal waits at each step of a request. */
export type TerminalTimeouts = Record<keyof typeof TERMINAL_TIMEOUTS, number>

/** What a terminal waits when nothing else is asked. */
export const TERMINAL_TIMEOUTS = {
  card_entry_timeout: 120,
  device_terms_prompt_timeout: 60,
  overall_timeout: 300,
  pin_entry_timeout: 30,
  signature_input_timeout: 10,
  signature_submit_timeout: 30,
  status_display_time: 7,
  tip_cashback_timeout: 30,
  transaction_timeout: 10,
} as const

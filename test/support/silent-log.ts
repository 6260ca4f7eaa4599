import { pino } from 'pino'

/** A log without output, for parts of the product that are tested without a process. */
export const silentLog = pino({ level: 'silent' })

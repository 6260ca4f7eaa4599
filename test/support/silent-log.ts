import { pino } from 'pino'

/** For parts of the product that are tested without a process: they log to nobody. */
export const silentLog = pino({ level: 'silent' })

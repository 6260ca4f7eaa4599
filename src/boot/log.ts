import { type DestinationStream, type Logger, pino } from 'pino'
import { redact } from '../lib/redact.ts'

/**
 * The log: JSON lines. Whatever a line is made of passes through redaction, so that a secret that was put into one by
 * mistake does not leave the process.
 */
export function openLog(level: string, destination: DestinationStream): Logger {
  return pino({ level, base: null, formatters: { log: line => redact(line) as Record<string, unknown> } }, destination)
}

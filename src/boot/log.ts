import { type DestinationStream, type Logger, pino } from 'pino'
import { redact } from '../lib/redact.ts'

/** Opens the log: JSON lines, each redacted, so that a secret that was logged by mistake does not leave the process. */
export function openLog(level: string, destination: DestinationStream): Logger {
  return pino({ level, base: null, formatters: { log: line => redact(line) as Record<string, unknown> } }, destination)
}

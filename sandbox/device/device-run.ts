import type { Clock } from '../../src/ports/clock.ts'
import type { Fault } from './faults.ts'
import type { Host } from './host.ts'
import type { Journal } from './journal.ts'
import type { Screen } from './screen.ts'
import type { Setup } from './setup.ts'

/** One command while a device carries it out, and all it needs for that. */
export interface DeviceRun {
  device_id: string
  setup: Setup
  screen: Screen
  journal: Journal
  host: Host
  clock: Clock
  /** Factor on the waits of the published amounts. */
  scale: number
  /** Aborted when the till cancels. */
  signal: AbortSignal
  /** Ends the process here when this is the fault the device was told to have. */
  fault(name: Fault): void
  /** The reference for the processor: the till's own when it gave one that is not used yet. */
  referenceOf(wanted: string | undefined): string
  /** Pen strokes of the signature taken last; null when there is none. */
  signature(): string | null
  /** Keeps it for a till that fetches it afterwards. */
  keepSignature(strokes: string | null): void
}

import type { Clock } from '../../src/ports/clock.ts'
import type { Fault } from './faults.ts'
import type { Host } from './host.ts'
import type { Journal } from './journal.ts'
import type { Screen } from './screen.ts'
import type { Setup } from './setup.ts'

/** A command in execution and everything it needs. */
export interface DeviceRun {
  device_id: string
  setup: Setup
  screen: Screen
  journal: Journal
  host: Host
  clock: Clock
  /** Factor on the delays of the published amounts. */
  scale: number
  /** Aborted when the gateway cancels. */
  signal: AbortSignal
  /** Ends the process here when this fault is armed. */
  fault(name: Fault): void
  /** Returns the reference for the processor: the one in the request if it is unused. */
  referenceOf(wanted: string | undefined): string
  /** Pen strokes of the last signature; null when there is none. */
  signature(): string | null
  /** Stores the signature for a later request. */
  keepSignature(strokes: string | null): void
}

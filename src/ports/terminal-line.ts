import type { Device } from './terminal.ts'

/** One command on its way to a device. */
export interface LineCommand {
  /** Unique; a line that keeps a journal carries out each id once, and repeats its answer when asked again. */
  id: string
  /** A whole frame, from its first byte to its checksum. */
  frame: Buffer
  /** Milliseconds to wait for the answer once the command is under way. */
  wait_ms: number
  /** Sent beside a command that is under way, to make the device stop; the answer of the command itself is still waited for. */
  cancel?: { frame: Buffer; signal: AbortSignal } | undefined
  /** Called once the device has acknowledged the command. */
  taken?: (() => void) | undefined
}

/**
 * Why there is no answer. Only `lost` leaves open whether the device did what it was told.
 * `unreachable`: no connection, nothing was sent. `busy`: the device is at work for somebody else and did not take it.
 * `refused`: the device has seen the command and would not take it. `lost`: it was sent, and then nothing whole came back.
 */
export type LineProblem = 'unreachable' | 'busy' | 'refused' | 'lost'

export class LineError extends Error {
  readonly problem: LineProblem

  constructor(problem: LineProblem, message: string) {
    super(message)
    this.name = 'LineTrouble'
    this.problem = problem
  }
}

/**
 * The way to a device: straight over TCP or HTTP, or over an agent in the shop. It carries whole frames and knows nothing of what they
 * say. One command at a time per device.
 */
export interface TerminalLine {
  /** The device's answer, a whole frame whose checksum is right. Rejects with LineTrouble and nothing else. Never sends a command twice once the device may have taken it. */
  send(device: Device, command: LineCommand): Promise<Buffer>
}

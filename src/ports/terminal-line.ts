import type { Device } from './terminal.ts'

/** One command on its way to a device. */
export interface LineCommand {
  /** Unique; a line with a journal executes each id once and repeats its response on request. */
  id: string
  /** A whole frame, from its first byte to its checksum. */
  frame: Buffer
  /** Milliseconds to wait for the response once the device has the command. */
  wait_ms: number
  /** Sent during the command to make the device stop; the response of the command itself is still awaited. */
  cancel?: { frame: Buffer; signal: AbortSignal } | undefined
  /** Called once the device has acknowledged the command. */
  taken?: (() => void) | undefined
}

/**
 * Why there is no response. Only `lost` leaves open whether the device has executed the command.
 * `unreachable`: no connection, nothing was sent. `busy`: the device is executing another command and did not take
 * this one.
 * `refused`: the device has seen the command and rejected it. `lost`: it was sent, and no complete response arrived.
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
 * The connection to a device: over TCP, HTTP, or through an agent in the shop. It carries whole frames and does not
 * know their content. One command at a time per device.
 */
export interface TerminalLine {
  /**
   * Returns the device's response, a whole frame with a valid checksum. Rejects with LineError only. Never sends a
   * command again that the device may have taken.
   */
  send(device: Device, command: LineCommand): Promise<Buffer>
}

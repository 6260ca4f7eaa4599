import type { Device } from '../../../ports/terminal.ts'
import { LineError, type TerminalLine } from '../../../ports/terminal-line.ts'
import { RESPONSE_TO, type RequestParts } from './layouts.ts'
import { decodeResponse, encodeRequest, type WireResponse } from './wire.ts'

type Command = keyof typeof RESPONSE_TO

export interface Exchange<C extends Command> {
  /** The command's id for a line with a journal: each id is executed once. */
  id: string
  command: C
  parts: RequestParts<C>
  wait_ms: number
  /** Aborting asks the device to stop. */
  stop?: AbortSignal | undefined
  taken?: (() => void) | undefined
}

/** The frame that makes a device stop. */
export const CANCEL = encodeRequest('A14', {})

/** Sends a command and returns its response. Rejects with LineError; a response to something else counts as lost. */
export async function exchange<C extends Command>(
  line: TerminalLine,
  device: Device,
  { id, command, parts, wait_ms, stop, taken }: Exchange<C>,
): Promise<WireResponse<(typeof RESPONSE_TO)[C]>> {
  const frame = encodeRequest(command, parts)
  const cancel = stop ? { frame: CANCEL, signal: stop } : undefined
  const bytes = await line.send(device, { id, frame, wait_ms, cancel, taken })
  const answer = decodeResponse(RESPONSE_TO[command], bytes)
  if (!answer) throw new LineError('lost', 'the terminal answered something else')
  return answer as WireResponse<(typeof RESPONSE_TO)[C]>
}

/** What an agent needs to connect to a terminal. */
export interface WireDevice {
  id: string
  local_ip_address: string | null
  port: number
  communication_type: string | null
}

export type ToAgent =
  /** Sent on connecting: the terminals of this agent, which refuses any other. */
  | { type: 'terminals'; terminals: WireDevice[] }
  /** One of them, created or changed since. */
  | { type: 'terminal'; terminal: WireDevice }
  /** Frames are base64. `cancel` is sent to the device when the command is cancelled. */
  | { type: 'send'; id: string; device: WireDevice; frame: string; cancel: string | null; wait_ms: number }
  | { type: 'cancel'; id: string }
  /** The response is stored and need not be repeated. */
  | { type: 'ack'; id: string }

export type FromAgent =
  | { type: 'hello'; version: string }
  | { type: 'taken'; id: string }
  | { type: 'answer'; id: string; frame: string }
  | { type: 'trouble'; id: string; problem: Problem; message: string }

const PROBLEMS = ['unreachable', 'busy', 'refused', 'lost'] as const
export type Problem = (typeof PROBLEMS)[number]

const LONGEST_FRAME = 400_000

/** Parses a message; null when it is invalid, which ends the connection. */
export function readToAgent(text: string): ToAgent | null {
  const message = record(text)
  if (!message) return null
  if (message.type === 'terminals') {
    const devices = Array.isArray(message.terminals) ? message.terminals.map(deviceOf) : [null]
    return devices.includes(null) ? null : { type: 'terminals', terminals: devices as WireDevice[] }
  }
  if (message.type === 'terminal') {
    const terminal = deviceOf(message.terminal)
    return terminal && { type: 'terminal', terminal }
  }
  if (!isId(message.id)) return null
  const { id } = message
  if (message.type === 'cancel' || message.type === 'ack') return { type: message.type, id }
  const device = deviceOf(message.device)
  if (message.type !== 'send' || !device || !isFrame(message.frame)) return null
  if (!Number.isSafeInteger(message.wait_ms) || (message.wait_ms as number) < 1) return null
  const cancel = isFrame(message.cancel) ? message.cancel : null
  return { type: 'send', id, device, frame: message.frame, cancel, wait_ms: message.wait_ms as number }
}

export function readFromAgent(text: string): FromAgent | null {
  const message = record(text)
  if (!message) return null
  if (message.type === 'hello') return { type: 'hello', version: lineOf(message.version, 32) }
  if (!isId(message.id)) return null
  const { id } = message
  if (message.type === 'taken') return { type: 'taken', id }
  if (message.type === 'answer' && isFrame(message.frame)) return { type: 'answer', id, frame: message.frame }
  const problem = PROBLEMS.find(each => each === message.problem)
  if (message.type !== 'trouble' || !problem) return null
  return { type: 'trouble', id, problem, message: lineOf(message.message, 200) }
}

/** Returns a text that can be stored and shown: whatever an agent sends, its message must not come back for ever. */
function lineOf(value: unknown, most: number): string {
  return typeof value === 'string'
    ? value
        .toWellFormed()
        .replaceAll(/[\p{Cc}\s]+/gu, ' ')
        .slice(0, most)
    : ''
}

function record(text: string): Record<string, unknown> | null {
  try {
    const message = JSON.parse(text)
    return typeof message === 'object' && message !== null && !Array.isArray(message) ? message : null
  } catch {
    return null
  }
}

function deviceOf(value: unknown): WireDevice | null {
  const { id, local_ip_address, port, communication_type } = (value ?? {}) as Record<string, unknown>
  if (typeof id !== 'string' || !Number.isInteger(port)) return null
  return {
    id,
    local_ip_address: typeof local_ip_address === 'string' ? local_ip_address : null,
    port: port as number,
    communication_type: typeof communication_type === 'string' ? communication_type : null,
  }
}

function isId(value: unknown): value is string {
  return typeof value === 'string' && /^[\x21-\x7e]{1,64}$/.test(value)
}

function isFrame(value: unknown): value is string {
  return typeof value === 'string' && value.length <= LONGEST_FRAME && /^[A-Za-z0-9+/]+={0,2}$/.test(value)
}

import { spawn } from 'node:child_process'
import { connect } from 'node:net'
import type { Duplex, Readable, Writable } from 'node:stream'

/** Where the key is kept that wraps the keys of a ring: who listens at a socket, or a program that is run. */
export type KeyServicePlace = { socket: string } | { command: readonly string[] }

/** A key of the ring to be wrapped, or to be unwrapped by the key of the service that is named `kek`. */
export interface KeyAsk {
  op: 'wrap' | 'unwrap'
  /** Null: the one that the service uses now. */
  kek: string | null
  bytes: Buffer
  /** What is bound to it where the service can bind something: the same text for wrapping and unwrapping. */
  context: string
}

export interface KeyAnswer {
  kek: string
  bytes: Buffer
}

/** A service in another region answers within a second. */
const TIMEOUT_MS = 5_000
const MOST_BYTES = 256 * 1024
const KEK = /^[\x21-\x7e]{1,200}$/

/**
 * Asks the key service, one line of JSON for each key, and returns its answers in the order of what was asked. Throws
 * an Error of one line when it cannot be reached, takes too long, refuses, or answers what was not asked; the line
 * quotes nothing that it said, because that may hold key material. The protocol is in docs/operating.md.
 */
export async function askKeyService(place: KeyServicePlace, asks: readonly KeyAsk[]): Promise<KeyAnswer[]> {
  const lines = asks.map(({ op, kek, bytes, context }, id) =>
    JSON.stringify({ id, op, kek, bytes: bytes.toString('base64'), context }),
  )
  const text = await spoken(place, `${lines.join('\n')}\n`, asks.length)
  const answers = new Map(text.split('\n').filter(Boolean).map(answerOf))
  return asks.map((_, id) => {
    const answer = answers.get(id)
    if (!answer) throw new Error('the key service left a question without an answer')
    return answer
  })
}

function answerOf(line: string): [number, KeyAnswer] {
  let said: unknown
  try {
    said = JSON.parse(line)
  } catch {
    throw new Error('the key service answered what is not JSON')
  }
  const { id, kek, bytes, error } = (said ?? {}) as Record<string, unknown>
  if (error !== undefined) throw new Error('the key service refuses: its own log says why')
  const decoded = Buffer.from(typeof bytes === 'string' ? bytes : '', 'base64')
  const is_exact = decoded.length > 0 && decoded.toString('base64') === bytes
  if (typeof id !== 'number' || typeof kek !== 'string' || !KEK.test(kek) || !is_exact)
    throw new Error('the key service answered in a form that is not agreed')
  return [id, { kek, bytes: decoded }]
}

/** Returns what it answered, once there are as many lines as were asked for, or its end. */
function spoken(place: KeyServicePlace, text: string, lines: number): Promise<string> {
  return 'socket' in place ? overSocket(place.socket, text, lines) : throughProgram(place.command, text, lines)
}

function overSocket(path: string, text: string, lines: number): Promise<string> {
  const socket = connect(path)
  return conversation(socket, socket, text, lines, () => socket.destroy())
}

function throughProgram([program = '', ...args]: readonly string[], text: string, lines: number): Promise<string> {
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'ignore'] })
  const failed = new Promise<never>((_, fail) => child.once('error', fail))
  const talk = conversation(child.stdin, child.stdout, text, lines, () => child.kill('SIGKILL'))
  return Promise.race([talk, failed]).catch(error => {
    throw reasonOf(error)
  })
}

function conversation(
  to: Writable | Duplex,
  from: Readable | Duplex,
  text: string,
  lines: number,
  end: () => void,
): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const timer = setTimeout(
    () => reject(new Error(`the key service did not answer within ${TIMEOUT_MS / 1000} seconds`)),
    TIMEOUT_MS,
  )
  let heard = ''
  let missing = lines
  from.setEncoding('utf8')
  from.on('data', (piece: string) => {
    heard += piece
    missing -= piece.split('\n').length - 1
    if (heard.length > MOST_BYTES) reject(new Error('the key service does not stop talking'))
    else if (missing <= 0) resolve(heard)
  })
  from.once('end', () => resolve(heard))
  // A program that has ended takes no more questions; what it said before is judged by itself.
  to.on('error', error => (to === from ? reject(reasonOf(error)) : undefined))
  to.write(text)
  if (to !== from) to.end()
  return promise.finally(() => {
    clearTimeout(timer)
    end()
  })
}

function reasonOf(error: unknown): Error {
  const { code, message } = error as { code?: string; message: string }
  if (code === undefined) return new Error(message)
  if (code === 'ENOENT') return new Error('the key service is not there')
  if (code === 'EACCES') return new Error('this user may not use the key service')
  return new Error(`the key service does not answer (${code})`)
}

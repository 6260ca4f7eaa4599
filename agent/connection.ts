import { WebSocket } from 'ws'
import { type FromAgent, readToAgent, type ToAgent } from '../src/lib/agent-wire.ts'

export interface Connection {
  /** Sends a message while connected; what is not sent is in the journal, and is sent on the next connection. */
  send(message: FromAgent): void
  close(): void
}

interface Settings {
  /** `wss://gateway.example/agent` */
  url: string
  key: string
  /** What to send first on each new connection. */
  greeting(): FromAgent[]
  handleInbound(message: ToAgent): void
  /** For people: connected, refused, lost. */
  notify(text: string): void
}

const LONGEST_PAUSE_MS = 15_000
const FIRST_PAUSE_MS = 500
/** The gateway sends a ping every 15 seconds. */
const SILENCE_MS = 45_000

/** A connection to the gateway that is opened again, after growing random pauses, as long as the program runs. */
export function connection({ url, key, greeting, handleInbound, notify }: Settings): Connection {
  let socket: WebSocket | undefined
  let pause_ms = FIRST_PAUSE_MS
  let timer: NodeJS.Timeout | undefined
  let silence: NodeJS.Timeout | undefined
  let closed = false

  const send = (message: FromAgent): void => {
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message))
  }
  const alive = (own: WebSocket): void => {
    clearTimeout(silence)
    if (!closed) silence = setTimeout(() => own.terminate(), SILENCE_MS)
  }
  const dial = (): void => {
    const own = new WebSocket(url, { headers: { authorization: `Bearer ${key}` }, handshakeTimeout: 10_000 })
    socket = own
    own.on('open', () => {
      pause_ms = FIRST_PAUSE_MS
      notify(`connected to ${new URL(url).host}`)
      alive(own)
      for (const message of greeting()) send(message)
    })
    own.on('ping', () => alive(own))
    own.on('message', data => {
      // The gateway may send until it has read that we close, and the journal is closed by then.
      if (closed) return
      alive(own)
      const message = readToAgent(String(data))
      if (message) handleInbound(message)
    })
    own.on('error', error => notify(`no line to the gateway: ${error.message}`))
    own.on('close', () => {
      clearTimeout(silence)
      if (closed) return
      timer = setTimeout(dial, pause_ms / 2 + Math.random() * (pause_ms / 2))
      pause_ms = Math.min(LONGEST_PAUSE_MS, pause_ms * 2)
    })
  }
  dial()
  return {
    send,
    close() {
      closed = true
      clearTimeout(timer)
      clearTimeout(silence)
      socket?.close(1000)
    },
  }
}

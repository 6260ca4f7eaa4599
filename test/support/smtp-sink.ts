import { createServer, type Socket } from 'node:net'

/** A message as the server got it: the envelope and the raw text. */
export interface Received {
  from: string
  to: string[]
  raw: string
}

export interface SmtpSink {
  url: string
  messages: Received[]
  /** Answers the next message's data with this line instead of taking it. */
  refuseNext(line: string): void
  close(): Promise<void>
}

/** A mail server on this machine that keeps what it gets. It speaks just enough of RFC 5321 for a client to hand over a message. */
export async function smtpSink(): Promise<SmtpSink> {
  const messages: Received[] = []
  const open = new Set<Socket>()
  let refusal: string | null = null
  const server = createServer(socket => {
    open.add(socket)
    socket.on('close', () => open.delete(socket))
    socket.on('error', () => {})
    converse(socket, message => {
      const answer = refusal ?? '250 kept'
      if (!refusal) messages.push(message)
      refusal = null
      return answer
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  return {
    url: `smtp://127.0.0.1:${port}`,
    messages,
    refuseNext(line) {
      refusal = line
    },
    async close() {
      for (const socket of open) socket.destroy()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

function converse(socket: Socket, take: (message: Received) => string): void {
  let message: Received = { from: '', to: [], raw: '' }
  let buffer = ''
  let inData = false
  const say = (line: string) => socket.write(`${line}\r\n`)
  say('220 sink')
  socket.setEncoding('utf8').on('data', chunk => {
    buffer += chunk
    for (;;) {
      const end = buffer.indexOf(inData ? '\r\n.\r\n' : '\r\n')
      if (end < 0) return
      const text = buffer.slice(0, end)
      buffer = buffer.slice(end + (inData ? 5 : 2))
      if (inData) {
        inData = false
        say(take({ ...message, raw: text.replaceAll('\r\n..', '\r\n.') }))
        message = { from: '', to: [], raw: '' }
        continue
      }
      const [, address = ''] = /<([^>]*)>/.exec(text) ?? []
      const verb = text.slice(0, 4).toUpperCase()
      if (verb === 'MAIL') message.from = address
      if (verb === 'RCPT') message.to.push(address)
      inData = verb === 'DATA'
      if (verb === 'QUIT') {
        socket.end('221 bye\r\n')
        return
      }
      say(inData ? '354 go on' : '250 fine')
    }
  })
}

import { type ParsedMail, simpleParser } from 'mailparser'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

/** A message as the server got it: the envelope, the raw text, and what a mail program makes of it. */
export interface Received {
  from: string
  to: string[]
  raw: string
  mail: ParsedMail
  /** Whether the connection was encrypted when it came. */
  secure: boolean
  user: string | null
}

interface Refusal {
  at: 'MAIL' | 'RCPT' | 'DATA'
  code: number
  /** With or without an enhanced code in front. */
  text: string
}

export interface SmtpSink {
  /** `smtp://127.0.0.1:port` */
  url: string
  port: number
  messages: Received[]
  /** How many connections were opened. */
  connections(): number
  /** Refuses the next message with this answer instead of accepting it. */
  refuseNext(refusal: Refusal): void
  /** Cuts the connection after the next message was read and before it is confirmed. */
  cutNext(): void
  close(): Promise<void>
}

/** A real mail server on this machine that keeps what it gets. */
export async function smtpSink(options: SMTPServerOptions = {}): Promise<SmtpSink> {
  const messages: Received[] = []
  let refusal: Refusal | null = null
  let cut = false
  let connections = 0
  const refused = (at: Refusal['at']): Error | null => {
    if (refusal?.at !== at) return null
    const { code, text } = refusal
    refusal = null
    return Object.assign(new Error(text), { responseCode: code })
  }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: options.onAuth ? [] : ['AUTH'],
    disableReverseLookup: true,
    closeTimeout: 50,
    hideSTARTTLS: options.key === undefined,
    ...options,
    onConnect(_session, done) {
      connections += 1
      done()
    },
    onMailFrom: (_address, _session, done) => done(refused('MAIL')),
    onRcptTo: (_address, _session, done) => done(refused('RCPT')),
    onData(stream, session, done) {
      void Array.fromAsync(stream as AsyncIterable<Buffer>).then(async chunks => {
        const raw = Buffer.concat(chunks).toString('utf8')
        const error = refused('DATA')
        const { mailFrom, rcptTo } = session.envelope
        if (!error) {
          messages.push({
            from: mailFrom ? mailFrom.address : '',
            to: rcptTo.map(({ address }) => address),
            raw,
            mail: await simpleParser(raw),
            secure: session.secure,
            user: (session.user as string | undefined) ?? null,
          })
        }
        if (cut) {
          cut = false
          for (const connection of (server as unknown as { connections: Set<{ close(): void }> }).connections)
            connection.close()
          return
        }
        done(error)
      })
    },
  })
  server.on('error', () => undefined)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', () => resolve()))
  const { port } = server.server.address() as { port: number }
  return {
    url: `smtp://127.0.0.1:${port}`,
    port,
    messages,
    connections: () => connections,
    refuseNext(next) {
      refusal = next
    },
    cutNext() {
      cut = true
    },
    close: () => new Promise(resolve => server.close(() => resolve())),
  }
}

import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { outboxMailer } from '../adapters/mail/outbox/index.ts'
import { smtpMailer } from '../adapters/mail/smtp/index.ts'
import { outboxTexter } from '../adapters/text/outbox/index.ts'
import { twilioTexter } from '../adapters/text/twilio/index.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import type { Store } from '../definition/store.ts'
import { inboundRoutes, TEXT_STATUS } from '../http/inbound.ts'
import { messages } from '../messages/deliver.ts'
import { handleBounce, handleInbound } from '../messages/handle-inbound.ts'
import type { Messages } from '../messages/outgoing.ts'
import { type Unsubscribing, unsubscribing } from '../messages/unsubscribing.ts'
import type { Cipher } from '../ports/cipher.ts'
import type { Clock } from '../ports/clock.ts'
import type { Heard } from '../ports/mailer.ts'

interface Parts {
  config: Config
  db: Database
  cipher: Cipher
  clock: Clock
  log: Logger
  store: Store
  publicUrl(): string
}

/** Everything that leaves for people and comes back from them: the carriers that are configured, joined with what is said through them. */
export interface Messaging {
  messages: Messages
  unsubscribing: Unsubscribing
  handleInbound(heard: Heard): Promise<void>
  /** A mail has come back; false when no mail of this id could. */
  bounced(message_id: string, detail: string): Promise<boolean>
  /** Serves the requests of the carrier of texts, where there is one that makes any. */
  register(http: FastifyInstance): Promise<void>
  close(): void
}

export function messaging(parts: Parts): Messaging {
  const { config, db, clock, log, store, publicUrl } = parts
  const mailer = config.smtp_url ? smtpMailer(config.smtp_url) : outboxMailer({ db, clock })
  const statusUrl = () => (isLoopback(publicUrl()) ? null : `${publicUrl()}${TEXT_STATUS}`)
  const texter = config.twilio_url ? twilioTexter({ url: config.twilio_url, statusUrl }) : outboxTexter({ db, clock })
  const links = unsubscribing(parts)
  return {
    messages: messages({ store, mailer, texter, clock, log, unsubscribeUrl: links.url }),
    unsubscribing: links,
    handleInbound: heard => handleInbound(parts, heard),
    bounced: (message_id, detail) => handleBounce(parts, message_id, detail),
    async register(http) {
      const { inbound } = texter
      if (inbound)
        await http.register(inboundRoutes, { inbound, handleInbound: heard => handleInbound(parts, heard), publicUrl })
    },
    close: () => mailer.close?.(),
  }
}

/** A carrier elsewhere cannot reach this machine by such a name, and refuses texts that say so. */
function isLoopback(url: string): boolean {
  return /^https?:\/\/(localhost|127\.|\[::1\])/.test(url)
}

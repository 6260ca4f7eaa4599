import { smtpMailer } from '../../adapters/mail/smtp/index.ts'
import { outboxMailer, outboxTexter } from '../../adapters/outbox/index.ts'
import { twilioTexter } from '../../adapters/text/twilio/index.ts'
import { inboundRoutes, TEXT_STATUS } from '../../http/inbound.ts'
import { handleBounce, handleInbound } from '../../messages/handle-inbound.ts'
import { messageLimits } from '../../messages/limits.ts'
import { messages } from '../../messages/messages.ts'
import { unsubscribing } from '../../messages/unsubscribing.ts'
import { unsubscribePages } from '../../pages/unsubscribe-pages.ts'
import { blacklist } from '../../resources/email_blacklist/blacklist.ts'
import { merchantOf } from '../../resources/location/merchant.ts'
import { senderAddresses } from '../../resources/location/sender-address.ts'
import { messageLog } from '../../resources/log_email/message-log.ts'
import type { Core, Feature, Messaging } from '../parts.ts'

const records = { blacklist, messageLog }

type Parts = Pick<Core, 'config' | 'db' | 'cipher' | 'clock' | 'log' | 'store' | 'quotas' | 'publicUrl'>

export function openMessaging(parts: Parts): Messaging {
  const { config, db, clock, log, store, publicUrl } = parts
  const mailer = config.smtp_url ? smtpMailer(config.smtp_url) : outboxMailer({ db, clock })
  const statusUrl = () => (isLoopback(publicUrl()) ? null : `${publicUrl()}${TEXT_STATUS}`)
  const texter = config.twilio_url ? twilioTexter({ url: config.twilio_url, statusUrl }) : outboxTexter({ db, clock })
  const links = unsubscribing({ ...parts, ...records, merchantOf })
  return {
    messages: messages({
      ...records,
      withinLimits: messageLimits(db, messageLog, parts.quotas),
      isOwnAddress: senderAddresses(db, config.mode === 'sandbox'),
      store,
      mailer,
      texter,
      clock,
      log,
      publicUrl,
      unsubscribeUrl: links.url,
    }),
    unsubscribing: links,
    mailer,
    inbound: texter.inbound,
    handleInbound: heard => handleInbound({ ...parts, ...records }, heard),
    bounced: (message_id, detail) => handleBounce({ ...parts, ...records }, message_id, detail),
  }
}

/** A carrier cannot reach this machine by such a name, and refuses texts that name it. */
function isLoopback(url: string): boolean {
  return /^https?:\/\/(localhost|127\.|\[::1\])/.test(url)
}

/** Reports of the carrier of texts, and the page on which recipients stop mails. */
export function messagingFeature({ config, messaging, assets, publicUrl }: Core): Feature {
  const { inbound, unsubscribing: links, mailer, handleInbound: handle } = messaging
  return {
    async routes(http) {
      if (inbound) await http.register(inboundRoutes, { inbound, handleInbound: handle, publicUrl })
      await http.register(unsubscribePages, {
        unsubscribing: links,
        assets,
        sandbox: config.mode === 'sandbox',
        publicUrl,
      })
    },
    close: async () => mailer.close?.(),
  }
}

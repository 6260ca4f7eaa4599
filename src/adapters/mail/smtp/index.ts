import { EMAIL_ADDRESS } from '../../../lib/email-address.ts'
import type { Email, Mailer } from '../../../ports/mailer.ts'
import { deliveryOf } from './refusal.ts'
import { readUrl, type SmtpSettings } from './url.ts'

/** Connections kept open to the server, so that a thousand reminders of one hour do not open a thousand connections. */
const CONNECTIONS = 5

/**
 * E-mail over SMTP to the server of a URL (`smtp://` or `smtps://`, with user and password).
 * Receivers discard mail from a domain its server may not send for (SPF, DKIM, DMARC), so the URL's parameters name
 * those domains. `from=mail@gateway.example` is the operator's address: mails are sent from it, with the location's
 * name as display name and its address as Reply-To. `domains=juniper.example,harbor.example` are the merchants'
 * domains set up for sending: their mails are sent from the location's own address. Without `from` every location's
 * address is used. With `bounces=bounces@gateway.example` bounces go to `bounces+{id of the
 * message}@gateway.example`.
 * The Message-ID is made of `Email.id`: receivers recognise the copy when a message is sent again after a lost reply.
 */
export function smtpMailer(url: string): Mailer {
  const carrier = readUrl(url)
  let opening: ReturnType<typeof openTransport> | undefined
  return {
    async send(given) {
      const email = { ...given, from: addressOf(given.from), reply_to: addressOf(given.reply_to) }
      if (!addressOf(email.to)) return { result: 'refused', detail: 'This is no e-mail address.', unwelcome: false }
      const sender = senderOf(email, carrier)
      const return_path = returnPath(email, carrier) ?? sender
      try {
        opening ??= openTransport(carrier)
        const { response } = await (await opening).sendMail(mailOf(email, sender, return_path))
        return { result: 'sent', provider_id: response ?? null, sender, return_path }
      } catch (error) {
        return deliveryOf(error as Error)
      }
    },
    close: async () => (await opening)?.close(),
  }
}

/** The package takes time and memory that a gateway without mail does not spend. */
async function openTransport({ server, timeout_ms }: SmtpSettings) {
  const { createTransport } = await import('nodemailer')
  return createTransport({
    ...server,
    pool: true,
    maxConnections: CONNECTIONS,
    connectionTimeout: timeout_ms,
    greetingTimeout: timeout_ms,
    socketTimeout: timeout_ms,
    dnsTimeout: timeout_ms,
  })
}

function mailOf(email: Email, sender: string, return_path: string) {
  return {
    messageId: `<${email.id}@${domainOf(sender)}>`,
    from: { name: email.from_name, address: sender },
    to: { name: '', address: email.to },
    envelope: { from: return_path, to: [email.to] },
    ...(email.reply_to ? { replyTo: { name: '', address: email.reply_to } } : {}),
    subject: email.subject,
    text: email.text,
    html: email.html,
    attachments: email.attachments.map(({ filename, content_type, content }) => ({
      filename: filename.replaceAll(/[\p{Cc}/\\]+/gu, ' '),
      content,
      contentType: content_type,
    })),
    headers: {
      // RFC 3834: keeps vacation responders from answering.
      'Auto-Submitted': 'auto-generated',
      ...(email.unsubscribe_url ? unsubscribing(email.unsubscribe_url) : {}),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** Any other character could end the address in a header or a command. */
function addressOf(text: string | null): string | null {
  return text !== null && EMAIL_ADDRESS.pattern.test(text) ? text : null
}

/** RFC 2369 and RFC 8058: mail programs show an unsubscribe button, which posts to the address without opening it. */
function unsubscribing(url: string): Record<string, string> {
  return { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
}

function senderOf(email: Email, { from, domains }: SmtpSettings): string {
  if (email.from && (from === null || domains.has(domainOf(email.from)))) return email.from
  if (from) return from
  throw new Error('a mail has no sender: the location has no proven email_reply_to, and SMTP_URL names no from')
}

/** The id in the address identifies the bounced message, whatever is left of its text. */
function returnPath({ id }: Email, { bounces }: SmtpSettings): string | null {
  return bounces?.replace('@', `+${id}@`) ?? null
}

function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1).toLowerCase()
}

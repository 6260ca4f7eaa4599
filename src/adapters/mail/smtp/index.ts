import { createTransport } from 'nodemailer'
import type { Email, Mailer } from '../../../ports/mailer.ts'

/** Shorter than a job's lease, so that no second worker takes over a message that is still being sent. */
const PATIENCE_MS = 20_000

/**
 * E-mail over SMTP to the server of a URL (`smtp://` or `smtps://`, user and password in it).
 *
 * Mail that claims a domain its server may not speak for is thrown away by receivers (SPF, DKIM, DMARC), so two parameters of the URL say
 * for whom it speaks. `from=mail@gateway.example` is the operator's address: every mail leaves under it, with the location's name beside
 * it and the location's address as Reply-To. `domains=juniper.example,harbor.example` lists the merchants' domains set up for sending:
 * their mails leave under the location's own address. Without `from` every location's address is used as it is.
 *
 * `send` throws when the server does not take the message. The Message-ID is made of `Email.id`: receivers recognise the copy when a
 * job is tried again after the server's answer was lost.
 */
export function smtpMailer(url: string): Mailer {
  const { server, from, domains } = readUrl(url)
  const transport = createTransport({
    ...server,
    connectionTimeout: PATIENCE_MS,
    greetingTimeout: PATIENCE_MS,
    socketTimeout: PATIENCE_MS,
  })
  return {
    async send(email) {
      const sender = senderOf(email, from, domains)
      await transport.sendMail({
        messageId: `<${email.id}@${domainOf(sender)}>`,
        from: { name: email.from_name, address: sender },
        to: { name: '', address: email.to },
        ...(email.reply_to ? { replyTo: { name: '', address: email.reply_to } } : {}),
        subject: email.subject,
        text: email.text,
        html: email.html,
        attachments: email.attachments.map(({ filename, content_type, content }) => ({
          filename,
          content,
          contentType: content_type,
        })),
        // RFC 3834: vacation responders stay silent.
        headers: { 'Auto-Submitted': 'auto-generated' },
        disableFileAccess: true,
        disableUrlAccess: true,
      })
    },
  }
}

function senderOf(email: Email, from: string | null, domains: Set<string>): string {
  if (email.from && (from === null || domains.has(domainOf(email.from)))) return email.from
  if (from) return from
  throw new Error('a mail has no sender: the location has no email_reply_to, and SMTP_URL names no from')
}

function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1).toLowerCase()
}

/** Throws an Error of one line, without the password, when the URL cannot be one. */
function readUrl(url: string) {
  if (!URL.canParse(url) || !/^smtps?:\/\//.test(url)) throw new Error('SMTP_URL must start with smtp:// or smtps://')
  const { protocol, hostname, port, username, password, searchParams } = new URL(url)
  const secure = protocol === 'smtps:'
  const auth = username ? { user: decodeURIComponent(username), pass: decodeURIComponent(password) } : undefined
  const domains = (searchParams.get('domains') ?? '').toLowerCase().split(',').filter(Boolean)
  return {
    server: {
      host: hostname.replace(/^\[(.*)\]$/, '$1'),
      port: Number(port) || (secure ? 465 : 587),
      secure,
      ...(auth ? { auth } : {}),
    },
    from: searchParams.get('from') || null,
    domains: new Set(domains),
  }
}

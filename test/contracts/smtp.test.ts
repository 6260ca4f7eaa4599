import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { smtpMailer } from '../../src/adapters/mail/smtp/index.ts'
import type { Email } from '../../src/ports/mailer.ts'
import { smtpSink } from '../support/smtp-sink.ts'

const sink = await smtpSink()
after(() => sink.close())
beforeEach(() => {
  sink.messages.length = 0
})

const email: Email = {
  id: '0123456789abcdef01234567',
  to: 'pat@example.com',
  from: 'billing@juniper.example',
  from_name: 'Juniper Garden Works',
  reply_to: 'billing@juniper.example',
  subject: 'Invoice 7 – garden work',
  text: 'Please pay $10.00',
  html: '<p>Please pay <b>$10.00</b></p>',
  attachments: [],
  reason: 'quickinvoice.created',
  location_id: '0123456789abcdef00000000',
}

async function sent(url: string, over: Partial<Email> = {}) {
  await smtpMailer(url).send({ ...email, ...over })
  assert.equal(sink.messages.length, 1)
  const [message] = sink.messages
  const header = (name: string) =>
    new RegExp(`^${name}: (.*(?:\r\n[ \t].*)*)`, 'im').exec(message!.raw)?.[1]?.replaceAll(/\r\n\s+/g, ' ') ?? null
  return { message: message!, header }
}

test('NT-09 without an operator address the mail leaves under the location’s own', async () => {
  const { message, header } = await sent(sink.url)
  assert.equal(message.from, 'billing@juniper.example')
  assert.equal(header('From'), 'Juniper Garden Works <billing@juniper.example>')
  assert.equal(header('Reply-To'), 'billing@juniper.example')
})

test('with an operator address the mail leaves under that, and answers go to the location', async () => {
  const { message, header } = await sent(`${sink.url}/?from=mail@gateway.example`)
  assert.equal(message.from, 'mail@gateway.example')
  assert.equal(header('From'), 'Juniper Garden Works <mail@gateway.example>')
  assert.equal(header('Reply-To'), 'billing@juniper.example')
})

test('a merchant’s domain that is set up for sending is used beside the operator’s', async () => {
  const { header } = await sent(`${sink.url}/?from=mail@gateway.example&domains=other.example,juniper.example`)
  assert.equal(header('From'), 'Juniper Garden Works <billing@juniper.example>')
})

test('a mail without any sender is refused before anything is sent', async () => {
  await assert.rejects(smtpMailer(sink.url).send({ ...email, from: null }), /has no sender/)
  assert.equal(sink.messages.length, 0)
})

test('a message names its job, is marked as automatic and has a text and an HTML part', async () => {
  const { message, header } = await sent(sink.url)
  assert.deepEqual(message.to, ['pat@example.com'])
  assert.equal(header('Message-ID'), '<0123456789abcdef01234567@juniper.example>')
  assert.equal(header('Auto-Submitted'), 'auto-generated')
  assert.match(message.raw, /Content-Type: multipart\/alternative/)
  assert.match(message.raw, /Content-Type: text\/plain; charset=utf-8[\s\S]*Please pay \$10\.00/)
  assert.match(message.raw, /Content-Type: text\/html; charset=utf-8[\s\S]*<b>\$10\.00<\/b>/)
})

test('attached files travel with their names and bytes', async () => {
  const content = Buffer.from('%PDF-1.7 plan')
  const attachments = [{ filename: 'Plan.pdf', content_type: 'application/pdf', content }]
  const { message } = await sent(sink.url, { attachments })
  assert.match(message.raw, /Content-Type: application\/pdf; name=Plan\.pdf/)
  assert.ok(message.raw.includes(content.toString('base64')))
})

test('line ends in a subject or a name cannot add headers', async () => {
  const { message, header } = await sent(sink.url, {
    subject: 'Hello\r\nBcc: eve@evil.example',
    from_name: 'Juniper\r\nBcc: eve@evil.example',
  })
  assert.equal(header('Bcc'), null)
  assert.deepEqual(message.to, ['pat@example.com'])
})

test('a message the server does not take is an error, and the next try is sent', async () => {
  sink.refuseNext('451 try later')
  await assert.rejects(smtpMailer(sink.url).send(email), /451/)
  await sent(sink.url)
})

test('an address that is no SMTP URL is told in one line', () => {
  assert.throws(() => smtpMailer('http://mail.example'), /^Error: SMTP_URL must start with smtp:\/\/ or smtps:\/\/$/)
})

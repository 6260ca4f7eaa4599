import assert from 'node:assert/strict'
import { createServer, type Socket } from 'node:net'
import { after, beforeEach, test } from 'node:test'
import tls from 'node:tls'
import { smtpMailer } from '../../src/adapters/mail/smtp/index.ts'
import { deliveryOf } from '../../src/adapters/mail/smtp/refusal.ts'
import { readUrl } from '../../src/adapters/mail/smtp/url.ts'
import type { Delivery, Email } from '../../src/ports/mailer.ts'
import { LOCALHOST } from '../support/localhost-certificate.ts'
import { type Received, type SmtpSink, smtpSink } from '../support/smtp-sink.ts'

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
  unsubscribe_url: null,
  reason: 'quickinvoice.created',
  location_id: '0123456789abcdef00000000',
}

/** Hands one message over and lets go of the connection. */
async function send(url: string, over: Partial<Email> = {}): Promise<Delivery> {
  const mailer = smtpMailer(url)
  try {
    return await mailer.send({ ...email, ...over })
  } finally {
    mailer.close!()
  }
}

async function taken(url: string, over: Partial<Email> = {}, at: SmtpSink = sink): Promise<Received> {
  const delivery = await send(url, over)
  assert.equal(delivery.result, 'sent', JSON.stringify(delivery))
  assert.equal(at.messages.length, 1)
  return at.messages[0]!
}

test('NT-09 without an operator address the mail leaves under the location’s own', async () => {
  const { from, to, mail } = await taken(sink.url)
  assert.deepEqual([from, to], ['billing@juniper.example', ['pat@example.com']])
  assert.equal(mail.from?.text, '"Juniper Garden Works" <billing@juniper.example>')
  assert.equal(mail.replyTo?.text, 'billing@juniper.example')
})

test('with an operator address the mail leaves under that, and answers go to the location', async () => {
  const { from, mail } = await taken(`${sink.url}/?from=mail@gateway.example`)
  assert.equal(from, 'mail@gateway.example')
  assert.equal(mail.from?.text, '"Juniper Garden Works" <mail@gateway.example>')
  assert.equal(mail.replyTo?.text, 'billing@juniper.example')
})

test('a merchant’s domain that is set up for sending is used beside the operator’s', async () => {
  const { mail } = await taken(`${sink.url}/?from=mail@gateway.example&domains=other.example,juniper.example`)
  assert.equal(mail.from?.value[0]?.address, 'billing@juniper.example')
})

test('a mail without any sender is refused before anything is sent', async () => {
  await assert.rejects(send(sink.url, { from: null }), /has no sender/)
  assert.equal(sink.messages.length, 0)
})

test('what cannot be delivered comes back to an address that names the message', async () => {
  const delivery = await send(`${sink.url}/?bounces=bounces@gateway.example`)
  assert.equal(sink.messages[0]?.from, `bounces+${email.id}@gateway.example`)
  assert.equal(delivery.result === 'sent' && delivery.return_path, `bounces+${email.id}@gateway.example`)
})

test('a message names itself, is marked as automatic and has a text and an HTML part', async () => {
  const { mail, raw } = await taken(sink.url)
  assert.equal(mail.messageId, '<0123456789abcdef01234567@juniper.example>')
  assert.equal(mail.subject, email.subject)
  assert.equal(mail.headers.get('auto-submitted'), 'auto-generated')
  assert.match(raw, /Content-Type: multipart\/alternative/)
  assert.equal(mail.text?.trim(), email.text)
  assert.equal(mail.html, email.html)
  assert.equal(mail.headers.has('list'), false)
})

test('the same message tried again has the same Message-ID, by which mail programs fold the two', async () => {
  sink.cutNext()
  assert.equal((await send(sink.url)).result, 'later')
  assert.equal((await send(sink.url)).result, 'sent')
  const ids = sink.messages.map(({ mail }) => mail.messageId)
  assert.equal(ids.length, 2)
  assert.equal(new Set(ids).size, 1)
})

test('a reminder carries the header for one click that ends them (RFC 8058)', async () => {
  const unsubscribe_url = 'https://pay.example/unsubscribe?id=1&token=2'
  const { raw } = await taken(sink.url, { unsubscribe_url })
  assert.match(
    raw.replaceAll(/\r\n\s+/g, ' '),
    /^List-Unsubscribe: <https:\/\/pay\.example\/unsubscribe\?id=1&token=2>$/im,
  )
  assert.match(raw, /^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/im)
})

test('attached files travel with their names, types and bytes', async () => {
  const content = Buffer.from('%PDF-1.7 plan')
  const attachments = [{ filename: 'Plän\r\nX: y.pdf', content_type: 'application/pdf', content }]
  const { mail } = await taken(sink.url, { attachments })
  const [attached, ...others] = mail.attachments
  assert.deepEqual(others, [])
  assert.equal(attached?.contentType, 'application/pdf')
  assert.deepEqual(attached?.content, content)
  assert.match(attached?.filename ?? '', /^Plän.*\.pdf$/)
  assert.equal(mail.headers.has('x'), false)
})

const INJECTIONS: Record<string, Partial<Email>> = {
  subject: { subject: 'Hello\r\nBcc: eve@evil.example' },
  'the sender’s name': { from_name: 'Juniper\r\nBcc: eve@evil.example\r\n\r\nbody' },
  'the address to answer to': { reply_to: 'billing@juniper.example\r\nBcc: eve@evil.example' },
  'the sender’s address': { from: 'billing@juniper.example\r\nBcc: eve@evil.example' },
  'a lone line feed': { subject: 'Hello\nBcc: eve@evil.example' },
}

for (const [name, over] of Object.entries(INJECTIONS)) {
  test(`line ends in ${name} cannot add headers or recipients`, async () => {
    const delivery = await send(`${sink.url}/?from=mail@gateway.example`, over)
    for (const { mail, to, raw } of sink.messages) {
      assert.deepEqual(to, ['pat@example.com'])
      assert.equal(mail.bcc, undefined)
      assert.doesNotMatch(raw, /^bcc:/im)
    }
    assert.ok(sink.messages.length === 1 || delivery.result !== 'sent')
  })
}

test('a recipient with a line end or a second address in it gets nothing through', async () => {
  for (const to of ['pat@example.com\r\nRCPT TO:<eve@evil.example>', 'pat@example.com, eve@evil.example', '<>', '']) {
    assert.equal((await send(sink.url, { to })).result, 'refused')
  }
  assert.equal(sink.messages.length, 0)
})

const gone = (detail: string) => ({ result: 'refused', detail, unwelcome: true })

test('a mailbox that is not there is a bounce, and nothing else is', async () => {
  sink.refuseNext({ at: 'RCPT', code: 550, text: '5.1.1 No such user here' })
  assert.deepEqual(await send(sink.url), gone('550 5.1.1 No such user here'))
  sink.refuseNext({ at: 'RCPT', code: 550, text: 'No such user here' })
  assert.deepEqual(await send(sink.url), gone('550 No such user here'))
  for (const text of [
    '5.7.1 Relaying denied',
    '5.7.26 Unauthenticated sender',
    '5.2.2 Mailbox full',
    'Relay not permitted',
  ]) {
    sink.refuseNext({ at: 'RCPT', code: 550, text })
    assert.deepEqual(await send(sink.url), { result: 'refused', detail: `550 ${text}`, unwelcome: false })
  }
  sink.refuseNext({ at: 'DATA', code: 554, text: '5.7.1 Looks like spam' })
  assert.deepEqual(await send(sink.url), { result: 'refused', detail: '554 5.7.1 Looks like spam', unwelcome: false })
  assert.equal(sink.messages.length, 0)
})

test('greylisting, a full server and a refused sender are tried again later', async () => {
  for (const refusal of [
    { at: 'RCPT', code: 450, text: '4.7.1 Greylisted, come back in five minutes' },
    { at: 'DATA', code: 451, text: '4.3.0 Try later' },
    { at: 'DATA', code: 452, text: '4.3.1 Disk full' },
    { at: 'MAIL', code: 550, text: '5.7.1 Sender not allowed' },
  ] as const) {
    sink.refuseNext(refusal)
    assert.deepEqual(await send(sink.url), { result: 'later', detail: `${refusal.code} ${refusal.text}` })
  }
  assert.equal((await send(sink.url)).result, 'sent')
})

test('a server that is not there, or says nothing in time, is tried again later', async () => {
  const sockets = new Set<Socket>()
  const silent = createServer(socket => sockets.add(socket))
  await new Promise<void>(resolve => silent.listen(0, '127.0.0.1', resolve))
  const { port } = silent.address() as { port: number }
  const waiting = send(`smtp://127.0.0.1:${port}/?timeout=1`)
  assert.equal((await waiting).result, 'later')
  for (const socket of sockets) socket.destroy()
  await new Promise(resolve => silent.close(resolve))
  assert.equal((await send(`smtp://127.0.0.1:${port}`)).result, 'later')
})

test('many messages share few connections', async () => {
  const before = sink.connections()
  const mailer = smtpMailer(sink.url)
  const all = await Promise.all(
    Array.from({ length: 40 }, (_, index) => mailer.send({ ...email, id: `${index}`.padStart(24, '0') })),
  )
  mailer.close!()
  assert.ok(all.every(({ result }) => result === 'sent'))
  assert.equal(sink.messages.length, 40)
  assert.ok(sink.connections() - before <= 5, `${sink.connections() - before} connections`)
})

test('a connection that the server closed while it was idle is opened anew', async () => {
  const short = await smtpSink({ socketTimeout: 60_000 })
  const mailer = smtpMailer(short.url)
  assert.equal((await mailer.send(email)).result, 'sent')
  await short.close()
  assert.equal((await mailer.send(email)).result, 'later')
  mailer.close!()
})

test('STARTTLS is used where it is offered, with a certificate that has to be good', async () => {
  const usual = tls.getCACertificates('default')
  const secure = await smtpSink({ ...LOCALHOST, authOptional: true })
  try {
    const unknown = await send(secure.url)
    assert.equal(unknown.result, 'later')
    assert.match(unknown.result === 'later' ? unknown.detail : '', /self-signed/)
    assert.equal(secure.messages.length, 0)
    tls.setDefaultCACertificates([...usual, LOCALHOST.cert])
    assert.equal((await taken(secure.url, {}, secure)).secure, true)
  } finally {
    tls.setDefaultCACertificates(usual)
    await secure.close()
  }
})

test('tls=required sends nothing in clear', async () => {
  assert.equal((await send(`${sink.url}/?tls=required`)).result, 'later')
  assert.equal(sink.messages.length, 0)
})

test('user and password of the URL are shown to the server; a wrong one is tried again when an operator has mended it', async () => {
  const guarded = await smtpSink({
    authOptional: false,
    onAuth: ({ username, password }, _session, done) =>
      username === 'gate@way' && password === 's3cret/?'
        ? done(null, { user: username })
        : done(new Error('Who are you?')),
  })
  try {
    const at = (password: string) => `smtp://gate%40way:${encodeURIComponent(password)}@127.0.0.1:${guarded.port}`
    assert.equal((await taken(at('s3cret/?'), {}, guarded)).user, 'gate@way')
    const refused = await send(at('wrong'))
    assert.equal(refused.result, 'later')
    assert.ok(!JSON.stringify(refused).includes('wrong'))
  } finally {
    await guarded.close()
  }
})

test('a password never leaves this machine in clear', () => {
  const required = (url: string) => readUrl(url).server.requireTLS
  assert.equal(required('smtp://u:p@mail.example'), true)
  assert.equal(required('smtp://mail.example'), false)
  assert.equal(required('smtp://mail.example/?tls=required'), true)
  assert.equal(required('smtp://u:p@127.0.0.1'), false)
})

test('an address that is no SMTP URL is told in one line, without its password', () => {
  assert.throws(() => smtpMailer('http://mail.example'), /^Error: SMTP_URL must start with smtp:\/\/ or smtps:\/\/$/)
  assert.throws(
    () => smtpMailer('smtp://u:pw@mail.example/?from=nobody'),
    /^Error: from in SMTP_URL must be an e-mail address$/,
  )
  assert.throws(
    () => smtpMailer('smtp://mail.example/?tls=maybe'),
    /^Error: tls in SMTP_URL must be required or optional$/,
  )
})

test('a failure nobody has words for is tried again', () => {
  assert.deepEqual(deliveryOf(new Error('what?')), { result: 'later', detail: 'what?' })
})

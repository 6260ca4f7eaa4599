import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { after, test } from 'node:test'
import { signatureOf } from '../../src/adapters/text/twilio/inbound.ts'
import { createTestDatabase } from '../support/database.ts'
import { startGateway, temporaryHome } from '../support/process.ts'
import { smtpSink } from '../support/smtp-sink.ts'

const SID = `AC${'0'.repeat(32)}`
const TOKEN = 'an-invented-auth-token'

/** What stands in for Twilio, and the texts it was given. */
const texts: URLSearchParams[] = []
const twilio = createServer((request, response) => {
  void Array.fromAsync(request as AsyncIterable<Buffer>).then(chunks => {
    texts.push(new URLSearchParams(Buffer.concat(chunks).toString()))
    response.writeHead(201, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ sid: `SM${texts.length}`, status: 'queued', from: '+12025550100' }))
  })
})
await new Promise<void>(resolve => twilio.listen(0, '127.0.0.1', resolve))
const { port } = twilio.address() as { port: number }
const mail = await smtpSink()
const database = await createTestDatabase('carriers')
const home = temporaryHome()
const gateway = await startGateway(home, {
  TOLLGATE_HOME: home,
  DATABASE_URL: database.url,
  SMTP_URL: `${mail.url}/?from=mail@gateway.example&bounces=bounces@gateway.example`,
  TWILIO_URL: `http://${SID}:${TOKEN}@127.0.0.1:${port}/?from=+12025550100`,
})
after(async () => {
  await mail.close()
  twilio.close()
  await database.drop()
})
const [merchant] = gateway.sandbox.merchants
const PHONE = '2025550143'
const record = async (path: string) => (await gateway.call('GET', `/v2/${path}`)).body

/** Reading the outbox does all due work, whichever process carries it out. */
const settle = () => gateway.call('GET', '/sandbox/outbox')

async function invoice(over: Record<string, unknown>) {
  const quickinvoice = {
    location_id: merchant!.location_id,
    title: 'Garden work',
    due_date: '2030-01-31',
    item_list: { Hedge: 10 },
    ...over,
  }
  const { status, body } = await gateway.call('POST', '/v2/quickinvoices', { quickinvoice })
  assert.equal(status, 201)
  await settle()
  return body.quickinvoice
}

test('mails and texts leave by the carriers that are configured, and nothing stays in the outbox', async () => {
  const { id } = await invoice({ email: 'pat@example.com', send_email: 1, cell_phone: PHONE, send_text_to_pay: 1 })
  const { quickinvoice } = await record(`quickinvoices/${id}?expand=log_emails,log_sms,location`)
  const [log] = quickinvoice.log_emails
  const [sms] = quickinvoice.log_sms
  const [sent, ...more] = mail.messages
  assert.deepEqual(more, [])
  assert.deepEqual(sent?.to, ['pat@example.com'])
  assert.equal(sent?.from, `bounces+${log.id}@gateway.example`)
  assert.equal(sent?.mail.messageId, `<${log.id}@gateway.example>`)
  assert.equal(sent?.mail.from?.text, `"${quickinvoice.location.name}" <mail@gateway.example>`)
  assert.equal(sent?.mail.replyTo?.text, quickinvoice.location.email_reply_to)
  assert.equal(log.body.trim(), sent?.mail.text?.trim())
  assert.deepEqual(
    [log.status, log.source_address, log.return_path, log.reply_to],
    ['sent', 'mail@gateway.example', `bounces+${log.id}@gateway.example`, quickinvoice.location.email_reply_to],
  )
  assert.deepEqual(Object.fromEntries(texts[0]!), { To: `+1${PHONE}`, From: '+12025550100', Body: sms.body })
  assert.deepEqual([sms.status, sms.provider_id, sms.sender], ['sent', 'SM1', '+12025550100'])
  assert.deepEqual((await settle()).body.messages, [])
})

test('a mailbox that the server does not know is blacklisted', async () => {
  mail.messages.length = 0
  mail.refuseNext({ at: 'RCPT', code: 550, text: '5.1.1 No such user here' })
  const { id } = await invoice({ email: 'Gone@example.com', send_email: 1 })
  const { quickinvoice } = await record(`quickinvoices/${id}?expand=log_emails,email_blacklist`)
  assert.deepEqual(
    [quickinvoice.log_emails[0].status, quickinvoice.log_emails[0].detail],
    ['bounced', '550 5.1.1 No such user here'],
  )
  assert.equal(quickinvoice.email_blacklist.is_blacklisted, true)
  assert.equal(mail.messages.length, 0)
})

test('greylisting only delays a mail: it leaves as soon as the server takes it', async () => {
  mail.messages.length = 0
  mail.refuseNext({ at: 'RCPT', code: 450, text: '4.7.1 Greylisted' })
  const { id } = await invoice({ email: 'grey@example.com', send_email: 1 })
  const log = async () => (await record(`quickinvoices/${id}?expand=log_emails`)).quickinvoice.log_emails[0]
  assert.deepEqual([(await log()).status, mail.messages.length], ['queued', 0])
  await gateway.call('POST', '/sandbox/clock', { advance: 'PT2M' })
  assert.deepEqual([(await log()).status, (await log()).attempts, mail.messages.length], ['sent', 2, 1])
})

test('a STOP that Twilio signed ends texts to the number', async () => {
  const post = (Body: string, token: string) => {
    const form = new URLSearchParams({ From: `+1${PHONE}`, To: '+12025550100', Body, MessageSid: 'SM9' })
    const url = `${gateway.url}/inbound/text`
    return fetch(url, { method: 'POST', body: form, headers: { 'x-twilio-signature': signatureOf(token, url, form) } })
  }
  assert.equal((await post('STOP', 'another token')).status, 403)
  assert.equal((await post('STOP', TOKEN)).status, 200)
  const before = texts.length
  const { id } = await invoice({ cell_phone: PHONE, send_text_to_pay: 1, send_email: 1 })
  const { quickinvoice } = await record(`quickinvoices/${id}?expand=log_sms,sms_blacklist`)
  assert.equal(quickinvoice.sms_blacklist.is_blacklisted, true)
  assert.deepEqual([quickinvoice.log_sms[0].status, texts.length], ['withheld', before])
})

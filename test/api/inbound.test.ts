import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import Fastify from 'fastify'
import { signatureOf, twilioInbound } from '../../src/adapters/text/twilio/inbound.ts'
import { inboundRoutes } from '../../src/http/inbound.ts'
import { newInvoice, outbox, readInvoice } from '../support/invoices.ts'
import { newMerchant } from '../support/shared-gateway.ts'

const t = await newMerchant()
const TOKEN = 'an-invented-auth-token'
const PUBLIC = 'https://pay.example'

/** The routes as they stand in a gateway that sends by Twilio. */
const site = Fastify()
await site.register(inboundRoutes, {
  inbound: twilioInbound(TOKEN),
  handleInbound: t.app.messaging.handleInbound,
  publicUrl: () => PUBLIC,
})
after(async () => {
  await site.close()
})

function call(path: string, fields: Record<string, string>, signature?: string) {
  const form = new URLSearchParams(fields)
  const signed = signature ?? signatureOf(TOKEN, PUBLIC + path, form)
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': signed }
  return site.inject({ method: 'POST', url: path, payload: form.toString(), headers })
}

const PHONE = '2025550143'
const invoice = await newInvoice(t, { cell_phone: PHONE, send_text_to_pay: 1, send_email: 1 })
await outbox(t, PHONE)
const reply = (Body: string) => ({ From: `+1${PHONE}`, To: '+12025550100', Body, MessageSid: 'SM1' })
const listing = async () => (await readInvoice(t, invoice.id, 'sms_blacklist')).sms_blacklist
const log = async () => (await readInvoice(t, invoice.id, 'log_sms')).log_sms[0]

test('what the carrier did not sign is refused and changes nothing', async () => {
  for (const signature of [
    '',
    'x',
    signatureOf('another', `${PUBLIC}/inbound/text`, new URLSearchParams(reply('STOP'))),
  ]) {
    assert.equal((await call('/inbound/text', reply('STOP'), signature)).statusCode, 403)
  }
  const json = { method: 'POST', url: '/inbound/text', payload: {}, headers: { 'x-twilio-signature': 'x' } } as const
  assert.equal((await site.inject(json)).statusCode, 415)
  assert.equal(await listing(), null)
})

test('STOP from a phone blacklists it, START takes it back, and both are answered with an empty document', async () => {
  const stopped = await call('/inbound/text', reply('STOP'))
  assert.deepEqual([stopped.statusCode, stopped.headers['content-type']], [200, 'text/xml'])
  assert.match(stopped.body, /<Response\/>$/)
  assert.equal((await listing()).is_blacklisted, true)
  await call('/inbound/text', reply('START'))
  assert.equal((await listing()).is_blacklisted, false)
})

test('news of a text reach its log, and a number that takes none is blacklisted', async () => {
  await t.db.run('update log_sms set provider_id = $2 where id = $1', [(await log()).id, 'SM9'])
  await call('/inbound/text/status', { MessageSid: 'SM9', MessageStatus: 'sent' })
  assert.equal((await log()).status, 'sent')
  await call('/inbound/text/status', { MessageSid: 'SM9', MessageStatus: 'undelivered', ErrorCode: '30006' })
  assert.deepEqual([(await log()).status, (await log()).detail], ['bounced', '30006 undelivered'])
  assert.deepEqual([(await listing()).is_blacklisted, (await listing()).detail], [true, '30006 undelivered'])
  await call('/inbound/text/status', { MessageSid: 'SM9', MessageStatus: 'delivered' })
  assert.equal((await log()).status, 'bounced')
  assert.equal(
    (await call('/inbound/text/status', { MessageSid: 'nobody', MessageStatus: 'delivered' })).statusCode,
    200,
  )
})

test('without a carrier that calls us the addresses do not exist', async () => {
  assert.equal((await t.app.http.inject({ method: 'POST', url: '/inbound/text' })).statusCode, 404)
})

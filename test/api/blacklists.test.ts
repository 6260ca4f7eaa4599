import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { type Json, testApp } from '../support/app.ts'
import { newInvoice, outbox, readInvoice, refused } from '../support/invoices.ts'

const t = await testApp('blacklists')
after(() => t.close())
const [merchant, other] = t.merchants
const { api, stranger } = t

let count = 0
const address = (domain = 'example.com') => `payer${++count}@${domain}`
const phone = () => `20255502${String(++count).padStart(2, '0')}`
const resend = (id: string, query = '') => api.post(`quickinvoices/${id}/resend${query}`)

async function logged(id: string, expand: 'log_emails' | 'log_sms' = 'log_emails'): Promise<Json[]> {
  await t.settle()
  return (await readInvoice(t, id, expand))[expand]
}

const listed = async (noun: 'email' | 'sms', client = api): Promise<Json[]> =>
  (await client.get(`${noun}_blacklists`)).body[`${noun}_blacklists`]

test('a mail that the recipient’s server refuses for good blacklists the address, and is on record as bounced', async () => {
  const email = address('bounce.example')
  const { id } = await newInvoice(t, { email, send_email: 1 })
  const [log, ...more] = await logged(id)
  assert.deepEqual(more, [])
  assert.deepEqual(
    [log.status, log.detail, log.attempts, log.sent_ts],
    ['bounced', '550 5.1.1 No such mailbox.', 1, null],
  )
  const { email_blacklist } = await readInvoice(t, id, 'email_blacklist')
  assert.deepEqual([email_blacklist.is_blacklisted, email_blacklist.detail], [true, log.detail])
  assert.deepEqual(refused(await resend(id)), ['email'])
  assert.deepEqual(await outbox(t, email), [])
})

test('a mail that comes back later blacklists the address whatever its capitals', async () => {
  const email = address('Example.COM')
  const { id } = await newInvoice(t, { email, send_email: 1 })
  const [mail] = await outbox(t, email)
  const bounce = (path: string, body?: object) => api.post(`/sandbox/outbox/${path}/bounce`, body)
  assert.equal((await bounce(mail.id, { detail: '550 5.2.1 Mailbox disabled' })).status, 200)
  assert.equal((await logged(id))[0].status, 'bounced')
  const [entry] = (await listed('email')).filter(each => each.email === email.toLowerCase())
  assert.equal(entry.detail, '550 5.2.1 Mailbox disabled')
  assert.equal((await readInvoice(t, id, 'email_blacklist')).email_blacklist.is_blacklisted, true)
  assert.deepEqual(refused(await resend(id)), ['email'])
  assert.equal((await bounce(mail.id)).status, 404)
  assert.equal((await bounce('f'.repeat(24))).status, 404)
})

test('a server that asks for patience is tried again for two days, and then the failure is on record', async () => {
  const { id } = await newInvoice(t, { email: address('busy.example'), send_email: 1 })
  const [first] = await logged(id)
  assert.deepEqual([first.status, first.attempts, first.detail], ['queued', 1, '451 4.7.1 Please try again later.'])
  const { status, body } = await api.post('/sandbox/clock', { advance: 'P3D' })
  assert.equal(status, 200)
  const about = body.events.filter((event: Json) => event.id === first.id)
  const tries = about.filter(({ event }: Json) => event === 'log_email.sending')
  assert.equal(tries.length, 9)
  assert.equal(about.filter(({ event }: Json) => event === 'log_email.failed').length, 1)
  const [last] = await logged(id)
  assert.deepEqual([last.status, last.attempts, last.sent_ts], ['failed', 10, null])
  const found = await api.get(`log_emails?status=failed&reason_model_id=${id}`)
  assert.deepEqual(
    found.body.log_emails.map((each: Json) => each.id),
    [first.id],
  )
})

test('a message that waits for its next try is not sent once there is no reason for it any more', async () => {
  const { id } = await newInvoice(t, { email: address('busy.example'), send_email: 1 })
  const [first] = await logged(id)
  await api.delete(`quickinvoices/${id}`)
  await api.post('/sandbox/clock', { advance: 'PT5M' })
  assert.equal((await api.get(`log_emails/${first.id}`)).body.log_email.status, 'dropped')
})

test('STOP ends texts of every merchant that wrote to the number, START begins them again', async () => {
  const cell_phone = phone()
  const mine = await newInvoice(t, { cell_phone, send_text_to_pay: 1, send_email: 1 })
  const theirs = {
    location_id: other.location_id,
    title: 'Filling',
    due_date: '2030-01-31',
    item_list: { a: 1 },
    cell_phone,
    send_text_to_pay: 1,
    send_email: 1,
  }
  assert.equal((await stranger.post('quickinvoices', { quickinvoice: theirs })).status, 201)
  assert.equal((await outbox(t, cell_phone)).length, 2)

  const answer = (text: string) => api.post('/sandbox/sms', { from: cell_phone, text })
  assert.equal((await answer('thanks, I will stop by')).status, 200)
  assert.equal((await resend(mine.id)).status, 204)
  await answer(' stop. ')
  assert.deepEqual(refused(await resend(mine.id)), ['email'])
  for (const client of [api, stranger]) {
    const [entry] = (await listed('sms', client)).filter(each => each.cell_phone === cell_phone)
    assert.deepEqual([entry.is_blacklisted, entry.detail], [true, 'The recipient answered STOP.'])
  }
  await answer('Unstop')
  assert.equal((await resend(mine.id)).status, 204)
  assert.equal((await logged(mine.id, 'log_sms')).filter(({ status }) => status === 'sent').length, 3)
})

test('START does not take back what the merchant has listed', async () => {
  const cell_phone = phone()
  const { id } = await newInvoice(t, { cell_phone, send_text_to_pay: 1, send_email: 1 })
  await t.settle()
  await api.post('sms_blacklists', { sms_blacklist: { cell_phone, detail: 'asked us by phone' } })
  await api.post('/sandbox/sms', { from: cell_phone, text: 'START' })
  assert.deepEqual(refused(await resend(id)), ['email'])
})

test('what is no answer of a phone is refused', async () => {
  assert.deepEqual(refused(await api.post('/sandbox/sms', { from: '+12025550143', text: 'STOP' })), ['from'])
  assert.deepEqual(refused(await api.post('/sandbox/sms', { from: '2025550143' })), ['text'])
})

test('the logs of a merchant are its own, and nobody writes them', async () => {
  const { id } = await newInvoice(t, { email: address(), send_email: 1 })
  const [log] = await logged(id)
  assert.deepEqual(
    [log.reason_sent, log.reason_model, log.reason_model_id, log.location_id],
    ['quickinvoice.created', 'QuickInvoice', id, merchant.location_id],
  )
  assert.equal((await api.get(`log_emails/${log.id}`)).body.log_email.subject, log.subject)
  assert.equal((await stranger.get(`log_emails/${log.id}`)).status, 404)
  for (const answer of [
    await api.put(`log_emails/${log.id}`, {}),
    await api.post('log_emails', {}),
    await api.delete(`log_emails/${log.id}`),
  ]) {
    assert.equal(answer.status, 405)
  }
})

test('of very many messages the outbox shows the latest, oldest first', async () => {
  await t.db.run(
    `insert into outbox_message (id, kind, recipient, sender, text, attachments, reason, location_id, created_ts)
     select 'many-' || lpad(n::text, 6, '0'), 'sms', 'many', 'x', n::text, '[]', 'test', $1, 4000000000 + n from generate_series(1, 2500) n`,
    [merchant.location_id],
  )
  const texts = (await outbox(t, 'many')).map(({ text }) => Number(text))
  assert.deepEqual([texts.length, texts[0], texts.at(-1)], [2000, 501, 2500])
})

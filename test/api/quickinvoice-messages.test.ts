import assert from 'node:assert/strict'
import { test } from 'node:test'
import { senderAddresses } from '../../src/resources/location/sender-address.ts'
import type { Json } from '../support/app.ts'
import { newInvoice, outbox, readInvoice, refused } from '../support/invoices.ts'
import { expectsFault } from '../support/server-faults.ts'
import { newMerchant } from '../support/shared-gateway.ts'

const t = await newMerchant()
const [merchant, other] = t.merchants
const { api } = t

let count = 0
/** A unique address. */
const address = () => `payer${++count}@${merchant.user.domain}`
const phone = () => `20255501${String(++count).padStart(2, '0')}`

const resend = (id: string, query = '') => api.post(`quickinvoices/${id}/resend${query}`)

test('QI-40 NT-01 NT-09 send_email 1 mails the notification once, from the location’s own address', async () => {
  const email = address()
  const invoice = await newInvoice(t, { email, send_email: 1, invoice_number: 'JG-7', note: 'See you in spring' })
  const [mail, ...more] = await outbox(t, email)
  assert.deepEqual(more, [])
  const place = (await api.get(`locations/${merchant.location_id}`)).body.location
  assert.deepEqual([mail.kind, mail.from, mail.reply_to], ['email', place.email_reply_to, place.email_reply_to])
  assert.equal(mail.subject, `Invoice JG-7 from ${place.name}: Garden work`)
  assert.equal(mail.reason, 'quickinvoice.created')
  for (const form of [mail.text, mail.html]) {
    for (const part of ['Garden work', 'Mowing', '$7.50', '$10.00', 'January 31, 2030', 'See you in spring']) {
      assert.ok(form.includes(part), `${part} is missing`)
    }
    assert.ok(form.includes(`http://127.0.0.1:8080/quickinvoice/?id=${invoice.id}`))
  }
})

test('QI-40 without send_email nothing is mailed, and a PUT never mails', async () => {
  const email = address()
  const invoice = await newInvoice(t, { email })
  await api.put(`quickinvoices/${invoice.id}`, { quickinvoice: { send_email: 1, title: 'x' } })
  assert.deepEqual(await outbox(t, email), [])
})

test('NT-02 send_email texts the link on create where send_text_to_pay is 1', async () => {
  const cell_phone = phone()
  const invoice = await newInvoice(t, { cell_phone, send_text_to_pay: 1, send_email: 1 })
  const [text, ...more] = await outbox(t, cell_phone)
  assert.deepEqual(more, [])
  assert.equal(text.kind, 'sms')
  assert.match(text.text, /\$10\.00 for "Garden work"/)
  assert.ok(text.text.includes(`http://127.0.0.1:8080/quickinvoice/?id=${invoice.id}`))
  assert.match(text.text, /Reply STOP to opt out/)
})

test('GAP-02 every further address of notification_email gets a mail of its own', async () => {
  const [email, second, third] = [address(), address(), address()]
  await newInvoice(t, { email, send_email: 1, notification_email: `${second}, ${third}` })
  for (const to of [email, second, third]) assert.equal((await outbox(t, to)).length, 1)
})

test('QI-68 QI-72 NT-06 resend sends by both ways when both are known, else by the one that is', async () => {
  const [email, cell_phone] = [address(), phone()]
  const both = await newInvoice(t, { email, cell_phone })
  const answer = await resend(both.id)
  assert.deepEqual([answer.status, answer.text], [204, ''])
  assert.equal((await outbox(t, email)).length, 1)
  assert.equal((await outbox(t, cell_phone)).length, 1)
  await resend(both.id)
  assert.equal((await outbox(t, email)).length, 2)
  const only = await newInvoice(t, { email: address() })
  assert.equal((await resend(only.id)).status, 204)
  assert.equal((await outbox(t, only.email)).length, 1)
})

test('QI-70 QI-71 resend leaves out the way that is switched off', async () => {
  const [email, cell_phone] = [address(), phone()]
  const invoice = await newInvoice(t, { email, cell_phone })
  assert.equal((await resend(invoice.id, '?sms=0')).status, 204)
  assert.deepEqual([(await outbox(t, email)).length, (await outbox(t, cell_phone)).length], [1, 0])
  assert.equal((await resend(invoice.id, '?email=0')).status, 204)
  assert.deepEqual([(await outbox(t, email)).length, (await outbox(t, cell_phone)).length], [1, 1])
})

test('resend with nothing to send to, or both ways switched off, is refused', async () => {
  const bare = await newInvoice(t)
  assert.deepEqual(refused(await resend(bare.id)), ['email'])
  const mailed = await newInvoice(t, { email: address() })
  assert.deepEqual(refused(await resend(mailed.id, '?email=0')), ['email'])
  assert.deepEqual(refused(await resend(mailed.id, '?email=0&sms=0')), ['email'])
})

test('QI-69 resend of an unknown invoice is 404', async () => {
  assert.equal((await resend('f'.repeat(24))).status, 404)
})

test('resend changes nothing on the invoice but the time it was touched', async () => {
  const invoice = await newInvoice(t, { email: address() })
  await resend(invoice.id)
  assert.deepEqual({ ...(await readInvoice(t, invoice.id)), modified_ts: 0 }, { ...invoice, modified_ts: 0 })
})

test('a blacklisted address gets no mail, its expand says so, and a resend to it alone is refused', async () => {
  const email = 'Bounced@example.com'
  const listed = await api.post('email_blacklists', { email_blacklist: { email, detail: 'mailbox unknown' } })
  assert.equal(listed.status, 201, listed.text)
  assert.equal(listed.body.email_blacklist.email, 'bounced@example.com')
  const invoice = await newInvoice(t, { email: 'bounced@example.com', send_email: 1 })
  assert.deepEqual(await outbox(t, 'bounced@example.com'), [])
  const { email_blacklist } = await readInvoice(t, invoice.id, 'email_blacklist')
  assert.deepEqual([email_blacklist.is_blacklisted, email_blacklist.detail], [true, 'mailbox unknown'])
  assert.deepEqual(refused(await resend(invoice.id)), ['email'])
  const capitals = await newInvoice(t, { email: 'BOUNCED@example.com' })
  assert.deepEqual(refused(await resend(capitals.id)), ['email'])

  await api.put(`email_blacklists/${listed.body.email_blacklist.id}`, { email_blacklist: { is_blacklisted: 0 } })
  assert.equal((await resend(invoice.id)).status, 204)
  assert.equal((await outbox(t, 'bounced@example.com')).length, 1)
})

test('a blacklist of one merchant does not bind another', async () => {
  const cell_phone = phone()
  await api.post('sms_blacklists', { sms_blacklist: { cell_phone } })
  const mine = await newInvoice(t, { cell_phone, send_text_to_pay: 1, send_email: 1 })
  assert.deepEqual(await outbox(t, cell_phone), [])
  assert.equal((await readInvoice(t, mine.id, 'sms_blacklist')).sms_blacklist.is_blacklisted, true)
  await t.stranger.post('quickinvoices', {
    quickinvoice: {
      location_id: other.location_id,
      title: 'Filling',
      due_date: '2030-01-31',
      item_list: { Filling: 80 },
      cell_phone,
      send_text_to_pay: 1,
      send_email: 1,
    },
  })
  assert.equal((await outbox(t, cell_phone)).length, 1)
  assert.equal((await t.stranger.get('sms_blacklists')).body.meta.pagination.totalCount, 0)
})

test('a job that is run twice sends one message', async () => {
  expectsFault('job failed', 'the second run cannot log the message again')
  const email = address()
  const invoice = await newInvoice(t, { email, send_email: 1 })
  await t.settle()
  const { log_emails } = await readInvoice(t, invoice.id, 'log_emails')
  assert.deepEqual(
    log_emails.map(({ status, recipient, attempts }: Json) => [status, recipient, attempts]),
    [['sent', email, 1]],
  )
  const payload = { quick_invoice_id: invoice.id, channel: 'email', to: email, reason: 'created' }
  const again = `insert into job (id, task, payload, run_at, root_id, created_ts) values ($1, 'quickinvoice.notify', $2, 0, $3, 0)`
  await t.db.run(again, [log_emails[0].id, JSON.stringify(payload), merchant.location_id])
  assert.equal((await outbox(t, email)).length, 1)
  assert.equal((await readInvoice(t, invoice.id, 'log_emails')).log_emails[0].attempts, 1)
})

test('an invoice deleted before its message left is not written about', async () => {
  const email = address()
  const invoice = await newInvoice(t, { email })
  const effect = `insert into job (id, task, payload, run_at, root_id, created_ts) values ($1, 'quickinvoice.notify', $2, 0, $3, 0)`
  const payload = { quick_invoice_id: invoice.id, channel: 'email', to: email, reason: 'resend' }
  await api.delete(`quickinvoices/${invoice.id}`)
  await t.db.run(effect, ['b'.repeat(24), JSON.stringify(payload), merchant.location_id])
  assert.deepEqual(await outbox(t, email), [])
})

test('markup in an invoice’s texts is shown, not obeyed', async () => {
  const email = address()
  await newInvoice(t, {
    email,
    send_email: 1,
    title: '<script>x</script>',
    note: '<b>"bold"</b> & more',
    item_list: { '<i>a</i>': 1 },
  })
  const [mail] = await outbox(t, email)
  assert.doesNotMatch(mail.html, /<script|<i>|<b>/)
  assert.match(mail.html, /&#60;script&#62;/)
  assert.ok(mail.text.includes('<b>"bold"</b> & more'))
})

test('a paid or expired invoice that is sent again does not ask for money', async () => {
  const email = address()
  const invoice = await newInvoice(t, { email, expire_date: '2020-01-01' })
  await resend(invoice.id)
  const [mail] = await outbox(t, email)
  assert.match(mail.text, /This invoice has expired/)
  assert.doesNotMatch(mail.text, /View and pay/)
})

test('F13 the subject of a mail has no line break from the title', async () => {
  const email = address()
  await newInvoice(t, { title: 'Hedge\r\nBcc: all@juniper.example', email, send_email: 1 })
  const [mail] = await outbox(t, email)
  assert.match(mail.subject, /Hedge Bcc: all@juniper\.example$/)
  const { body } = await api.get(`log_emails?recipient=${email}`)
  assert.equal(body.log_emails[0].subject, mail.subject)
})

test('F21 a create without send_email sends nothing; with it, mail and text', async () => {
  const [email, cell_phone] = [address(), phone()]
  await newInvoice(t, { email, cell_phone, send_text_to_pay: 1 })
  assert.deepEqual([await outbox(t, email), await outbox(t, cell_phone)], [[], []])
  await newInvoice(t, { email, cell_phone, send_text_to_pay: 1, send_email: 1 })
  assert.deepEqual([(await outbox(t, email)).length, (await outbox(t, cell_phone)).length], [1, 1])
})

test('G46 an invoice that is sent again and again reaches its payer six times in an hour, and the rest is seen', async () => {
  const [email, cell_phone] = [address(), phone()]
  const invoice = await newInvoice(t, { email, cell_phone, send_email: 1 })
  for (let at = 0; at < 20; at += 1) assert.equal((await resend(invoice.id)).status, 204)
  assert.equal((await outbox(t, email)).length, 6)
  assert.equal((await outbox(t, cell_phone)).length, 6)
  for (const [log, name] of [
    ['log_emails', email],
    ['log_smses', cell_phone],
  ] as const) {
    const { body } = await api.get(`${log}?recipient=${encodeURIComponent(name)}&status=withheld`)
    const records: Json[] = Object.values(body).find(Array.isArray) as Json[]
    assert.ok(records.length >= 14, JSON.stringify(body))
    assert.equal(records[0]!.detail, 'Held back: 6 messages about this record within an hour.')
  }
  await newInvoice(t, { email, send_email: 1 })
  assert.equal((await outbox(t, email)).length, 7, 'another invoice')
})

test('G43 a mail is from the reply address only where its domain is proven to be this merchant’s', async () => {
  const { user, location_id } = merchant
  const strange = `billing@${other.user.domain}`
  assert.equal((await api.put(`locations/${location_id}`, { location: { email_reply_to: strange } })).status, 200)
  const email = address()
  await newInvoice(t, { email, send_email: 1 })
  const [mail] = await outbox(t, email)
  assert.deepEqual([mail.from, mail.reply_to], ['no-reply@tollgate.invalid', strange])

  const [{ root_id }] = (await t.db.query('select root_id from location where id = $1', [location_id])) as [Json]
  const [live, sandbox] = [senderAddresses(t.db, false), senderAddresses(t.db, true)]
  const verdicts = async (domain: string) => [
    await live(root_id, `billing@${domain}`),
    await sandbox(root_id, `billing@${domain}`),
  ]
  assert.deepEqual(await verdicts(user.domain.toUpperCase()), [true, true])
  assert.deepEqual(await verdicts(`mail.${user.domain}`), [true, true], 'what lies below a domain is its owner’s')
  assert.deepEqual(await verdicts(other.user.domain), [false, false])
  assert.deepEqual(await verdicts(`mail.${other.user.domain}`), [false, false])
  assert.deepEqual(await verdicts('nobody.example'), [false, true], 'a sandbox takes what nobody owns')
  await t.db.run('update branding_domain set owned_ts = null where url = $1', [user.domain])
  assert.equal(await live(root_id, `billing@${user.domain}`), false, 'claimed and not proven')
})

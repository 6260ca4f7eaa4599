import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { type Json, testApp } from '../support/app.ts'
import { newInvoice, outbox, readInvoice, saleElsewhere } from '../support/invoices.ts'
import { payPage } from '../support/pay-page.ts'

const t = await testApp('invoice_reminders')
after(() => t.close())
const { api } = t
const [merchant] = t.merchants

const NY = 'America/New_York'
let count = 0
const address = () => `payer${++count}@example.com`

/** The date this many days after the merchant's today. */
function day(days: number, zone = NY): string {
  return zonedNow(zone).toPlainDate().add({ days }).toString()
}

function zonedNow(zone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(t.clock.seconds() * 1000).toZonedDateTimeISO(zone)
}

/** Moves the clock to an hour of a day. Returns what happened to these records on the way. */
async function moveTo(date: string, time: string, zone: string, ...ids: string[]): Promise<string[]> {
  const now =
    Temporal.PlainDate.from(date).toZonedDateTime({ timeZone: zone, plainTime: time }).epochMilliseconds / 1000
  const body = await api.request('POST', '/sandbox/clock', { body: { now } })
  const events: Json[] = body.events
  return events.filter(({ id }) => ids.includes(id)).map(({ event, ts }) => `${shown(ts, zone)} ${event}`)
}

function shown(ts: number, zone: string): string {
  const moment = Temporal.Instant.fromEpochMilliseconds(ts * 1000).toZonedDateTimeISO(zone)
  return moment.toPlainDateTime().toString({ smallestUnit: 'minute' }).replace('T', ' ')
}

const subjects = async (to: string): Promise<string[]> => (await outbox(t, to)).map(({ subject }) => subject)

// Every story begins at noon, so that no two of them meet the same hour by chance.
await moveTo(day(1), '12:00', NY)

test('NT-03 NT-04 NT-05 NT-07 an invoice reminds before, on and after its due date, is paid in part, paid in full, and thanked for', async () => {
  const email = address()
  const due_date = day(5)
  const invoice = await newInvoice(t, { email, due_date, send_email: 1, allow_partial_pay: 1 })
  const { id } = invoice
  assert.deepEqual(await moveTo(day(1), '12:00', NY, id), [])
  const before = Temporal.PlainDate.from(due_date).subtract({ days: 3 }).toString()
  assert.deepEqual(await moveTo(before, '12:00', NY, id), [`${before} 09:00 quickinvoice.reminded`])
  assert.deepEqual(await moveTo(due_date, '12:00', NY, id), [`${due_date} 09:00 quickinvoice.reminded`])

  const page = payPage(t, id)
  await page.follow(await page.pay({ amount: '4.00' }))
  assert.equal((await readInvoice(t, id)).remaining_balance, '6.00')
  const last = Temporal.PlainDate.from(due_date).add({ days: 7 }).toString()
  assert.deepEqual(await moveTo(last, '12:00', NY, id), [`${last} 09:00 quickinvoice.reminded`])
  const again = payPage(t, id)
  await again.follow(await again.pay({ amount: '6.00' }))
  assert.equal((await readInvoice(t, id)).payment_status_id, 2)
  assert.deepEqual(await moveTo(day(40), '12:00', NY, id), [])

  const { name } = await api.locations.get(merchant.location_id)
  const written = Temporal.PlainDate.from(due_date).toLocaleString('en-US', { dateStyle: 'long' })
  const all = await outbox(t, email)
  assert.deepEqual(
    all.map(({ subject }) => subject),
    [
      `Your invoice from ${name}: Garden work`,
      `Reminder: Garden work is due ${written}`,
      'Due today: Garden work',
      'Past due: Garden work',
      'Thank you: Garden work is paid',
    ],
  )
  assert.match(all[3].text, /\$6\.00 is still due/)
  const { log_emails } = await readInvoice(t, id, 'log_emails')
  assert.deepEqual(new Set(log_emails.map(({ status }: Json) => status)), new Set(['sent']))
  assert.equal(log_emails.length, 5)
})

test('QI-37 QI-38 QI-39 0 days and a flag that is off leave reminders out', async () => {
  const off = { notification_days_before_due_date: 0, notification_on_due_date: 0, notification_days_after_due_date: 0 }
  const [never, after_only] = [address(), address()]
  const due_date = day(3)
  await newInvoice(t, { due_date, email: never, ...off })
  await newInvoice(t, { due_date, email: after_only, send_email: 1, ...off, notification_days_after_due_date: 2 })
  await moveTo(day(10), '12:00', NY)
  assert.deepEqual(await subjects(never), [])
  assert.deepEqual((await subjects(after_only)).slice(1), ['Past due: Garden work'])
})

test('a PUT of the due date moves the reminders, and the same reminder of the same date is never sent twice', async () => {
  const email = address()
  const { id } = await newInvoice(t, { email, due_date: day(2), send_email: 1, notification_days_before_due_date: 0 })
  const first = day(2)
  await api.quickinvoices.update(id, { due_date: day(6) })
  assert.deepEqual(await moveTo(day(4), '12:00', NY, id), [])
  const second = day(2)
  assert.deepEqual(await moveTo(second, '12:00', NY, id), [`${second} 09:00 quickinvoice.reminded`])
  // Away and back again on the same day: the row of that date is there already.
  await api.quickinvoices.update(id, { due_date: day(9) })
  await api.quickinvoices.update(id, { due_date: second })
  assert.deepEqual(await moveTo(second, '20:00', NY, id), [])
  assert.deepEqual((await subjects(email)).slice(1), ['Due today: Garden work'])
  assert.notEqual(first, second)
})

test('G10 the first mail of an invoice that was never sent is the invoice, the next one a reminder', async () => {
  const [email, cell_phone] = [address(), '2125550188']
  const due_date = day(3)
  const before = { notification_days_before_due_date: 1, notification_on_due_date: 1 }
  await newInvoice(t, { email, cell_phone, due_date, send_text_to_pay: 1, ...before })
  await moveTo(due_date, '12:00', NY)
  const { name } = await api.locations.get(merchant.location_id)
  assert.deepEqual(await subjects(email), [`Your invoice from ${name}: Garden work`, 'Due today: Garden work'])
  const texts: Json[] = await outbox(t, cell_phone)
  assert.equal(texts.length, 2)
  assert.notEqual(texts[0].text, texts[1].text)
})

test('G10 a text that its carrier says has arrived was sent: the next one is a reminder', async () => {
  const [email, cell_phone] = [address(), '2125550189']
  const due_date = day(3)
  const before = { notification_days_before_due_date: 0, notification_on_due_date: 1 }
  const texting = { send_email: 1, send_text_to_pay: 1 }
  const { id } = await newInvoice(t, { email, cell_phone, due_date, ...texting, ...before })
  await t.settle()
  assert.equal(await t.db.run("update log_sms set status = 'delivered' where reason_model_id = $1", [id]), 1)
  await moveTo(due_date, '12:00', NY)
  const texts: Json[] = await outbox(t, cell_phone)
  assert.equal(texts.length, 2)
  assert.notEqual(texts[0].text, texts[1].text)
})

test('paid, closed, expired and deleted invoices do not remind; one that is reopened does again', async () => {
  const due_date = day(5)
  const make = (over: object) =>
    newInvoice(t, { due_date, notification_days_before_due_date: 2, notification_days_after_due_date: 0, ...over })
  const to = { paid: address(), expired: address(), deleted: address(), reopened: address() }
  const paid = await make({ email: to.paid })
  const reopened = await make({ email: to.reopened })
  await make({ email: to.expired, expire_date: day(1) })
  const deleted = await make({ email: to.deleted })
  await api.quickinvoices.delete(deleted.id)
  for (const { id } of [paid, reopened]) {
    const sale = await saleElsewhere(t, 1000n)
    await api.quickinvoices.addTransaction(id, { transaction_id: sale.id })
    if (id === paid.id) continue
    await moveTo(day(4), '12:00', NY)
    await api.quickinvoices.removeTransaction(id, { transaction_id: sale.id })
    assert.equal((await readInvoice(t, id)).status_id, 1)
  }
  await moveTo(day(10), '12:00', NY)
  assert.deepEqual(await subjects(to.paid), ['Thank you: Garden work is paid'])
  assert.deepEqual(await subjects(to.expired), [])
  assert.deepEqual(await subjects(to.deleted), [])
  assert.deepEqual(await subjects(to.reopened), ['Thank you: Garden work is paid', 'Due today: Garden work'])
})

test('a blacklisted payer is not reminded, and the log says why', async () => {
  const email = address()
  const invoice = await newInvoice(t, {
    email: email.toUpperCase(),
    due_date: day(1),
    notification_days_before_due_date: 0,
  })
  await api.email_blacklists.create({ email })
  await moveTo(day(2), '12:00', NY)
  assert.deepEqual(await subjects(email.toUpperCase()), [])
  const { log_emails } = await readInvoice(t, invoice.id, 'log_emails')
  assert.deepEqual(
    log_emails.map(({ status, reason_sent }: Json) => [status, reason_sent]),
    [['withheld', 'quickinvoice.reminder']],
  )
})

test('who is texted is reminded by text too, in one part', async () => {
  const cell_phone = '2025550177'
  await newInvoice(t, {
    cell_phone,
    send_email: 1,
    send_text_to_pay: 1,
    due_date: day(1),
    notification_days_before_due_date: 0,
    notification_days_after_due_date: 0,
  })
  await moveTo(day(2), '12:00', NY)
  const texts = (await outbox(t, cell_phone)).map(({ text }) => text)
  assert.equal(texts.length, 2)
  assert.match(texts[1], /: Reminder: \$10\.00 for "Garden.*", due today\. Pay: http.* Reply STOP to opt out\.$/)
  for (const text of texts) assert.ok(text.length <= 160, `${text.length} characters`)
})

const ZONES = [
  'America/Phoenix',
  'Pacific/Honolulu',
  'Europe/London',
  'Asia/Kolkata',
  'Pacific/Auckland',
  'Pacific/Apia',
]

test('reminders leave at nine where the location is, and move along when it moves', async () => {
  const made = []
  for (const tz of ZONES) {
    const body = {
      parent_id: merchant.location_id,
      name: `Shop ${tz}`,
      tz,
      branding_domain_url: 'juniper.example',
      email_reply_to: 'shop@juniper.example',
    }
    const location = await api.locations.create(body)
    const added = await api.producttransactions.create({
      location_id: location.id,
      title: 'Cards',
      payment_method: 'cc',
      processor: 'zgate',
      industry_type: 'ecommerce',
      quick_invoice_allow: 1,
    })
    const due_date = day(3, tz)
    const over = {
      location_id: location.id,
      cc_product_transaction_id: added.id,
      due_date,
      email: address(),
    }
    made.push({ tz, due_date, location, invoice: await newInvoice(t, over) })
  }
  const moved = made.find(({ tz }) => tz === 'Asia/Kolkata')!
  await api.locations.update(moved.location.id, { tz: NY })
  moved.tz = NY
  await moveTo(day(5), '12:00', 'UTC')
  for (const { tz, due_date, invoice } of made) {
    const reminders = (await outbox(t, invoice.email)).filter(({ subject }) => subject.startsWith('Due today'))
    assert.deepEqual(
      reminders.map(({ created_ts }) => shown(created_ts, tz)),
      [`${due_date} 09:00`],
      tz,
    )
  }
})

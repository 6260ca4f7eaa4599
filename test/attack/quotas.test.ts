import assert from 'node:assert/strict'
import { test } from 'node:test'
import { quotas } from '../../src/auth/quotas.ts'
import { readConfig } from '../../src/config.ts'
import { type QuotaLimits, type Span, spanAt, type Used } from '../../src/lib/quotas.ts'
import type { Json } from '../support/app.ts'
import { newInvoice, outbox } from '../support/invoices.ts'
import { newMerchant } from '../support/shared-gateway.ts'

const t = await newMerchant()
const [merchant, other] = t.merchants
const { api, stranger } = t
const root_id = merchant.location_id
const usual = readConfig({}).quotas

/** Leaves this much of a quota to the merchant. */
async function leave(used: Used, span: Span, left: number): Promise<void> {
  const most = usual[used][span]!
  const { begins_ts } = spanAt(span, t.clock.seconds())
  await t.db.run(
    `insert into merchant_use (root_id, what, span, begins_ts, used, most) values ($1, $2, $3, $4, $5, $6)
         on conflict (root_id, what, span, begins_ts) do update set used = excluded.used`,
    [root_id, used, span, begins_ts, most - left, most],
  )
}

async function alerts(subject: Used): Promise<Json[]> {
  const { body } = await api.get(`alerts?matter=quota_used_up&subject=${subject}`)
  return body.alerts
}

const attach = (caller: typeof api, id: string, bytes: number) => {
  const data = new FormData()
  data.append('file[file]', new Blob(['x'.repeat(bytes)], { type: 'text/plain' }), 'Letter.txt')
  return caller.multipart('POST', `contacts/${id}/files`, data)
}

async function newContact(caller: typeof api, location_id: string): Promise<string> {
  const { body } = await caller.post('contacts', { contact: { location_id, last_name: 'Example' } })
  return body.contact.id
}

test('G54 two gateways cannot both take what is left of a quota, and take all spans or none', async () => {
  const limits: QuotaLimits = { ...usual, mail: { hour: 9, day: 7, month: 0 } }
  const warned: string[] = []
  const warn = async (_root: string, _used: Used, says: string) => warned.push(says)
  const [one, two] = [0, 1].map(() => quotas({ ...t, limits, warn })) as [Json, Json]
  const both = Array.from({ length: 20 }, (_, at) => (at % 2 ? one : two).take('quota-race', 'mail'))
  const taken = await Promise.all(both)
  assert.equal(taken.filter(each => each === null).length, 7)
  assert.ok(taken.every(each => each === null || (each.span === 'day' && each.most === 7)))
  const rows = await t.db.query(`select span, used, most from merchant_use where root_id = 'quota-race' order by span`)
  assert.deepEqual(rows, [
    { span: 'day', used: 7, most: 7 },
    { span: 'hour', used: 7, most: 9 },
    { span: 'month', used: 7, most: null },
  ])
  assert.deepEqual(warned, Array(2).fill('The quota of 7 mails a day is used up. More is refused or held back.'))
  assert.equal(await one.take('quota-race-other', 'mail'), null)
})

test('G54 mails beyond the quota of a merchant are held back and seen, and sending again is 429', async () => {
  const email = `quota@${merchant.user.domain}`
  await leave('mail', 'day', 1)
  const invoice = await newInvoice(t, { email, send_email: 1 })
  assert.equal((await outbox(t, email)).length, 1)
  const later = await newInvoice(t, { email, send_email: 1 })
  assert.equal((await outbox(t, email)).length, 1)
  const { body } = await api.get(`log_emails?recipient=${email}&status=withheld`)
  assert.deepEqual(
    body.log_emails.map(({ detail, reason_model_id }: Json) => [detail, reason_model_id]),
    [['Held back: the quota of 100000 mails a day is used up.', later.id]],
  )
  const events = 'select count(*)::int as resent from event where record_id = $1 and verb = $2'
  const refused = await api.post(`quickinvoices/${invoice.id}/resend`)
  assert.equal(refused.status, 429, refused.text)
  assert.match(refused.text, /the quota of 100000 mails a day is used up/)
  const wait = Number(refused.headers['retry-after'])
  assert.ok(wait > 0 && wait <= 86_400)
  assert.deepEqual(await t.db.query(events, [invoice.id, 'resent']), [{ resent: 0 }])
  const [alert, ...more] = await alerts('mail')
  assert.deepEqual(more, [])
  assert.match(alert!.says, /^The quota of 100000 mails a day is used up\./)
  const own = `quota@${other.user.domain}`
  await newInvoice({ ...t, api: stranger, merchants: [other, merchant] }, { email: own, send_email: 1 })
  assert.equal((await outbox(t, own)).length, 1, 'another merchant has a quota of its own')
})

test('G54 a print beyond the quota is 429, and a mail goes without the PDF', async () => {
  const email = `print@${other.user.domain}`
  const invoice = await newInvoice(t, { title: 'Printed once' })
  assert.equal((await api.get(`quickinvoices/${invoice.id}/pdf`)).status, 200)
  await leave('print', 'month', 0)
  assert.equal((await api.get(`quickinvoices/${invoice.id}/pdf`)).status, 200, 'the same bytes are not printed again')
  const second = await newInvoice(t, { title: 'Printed never' })
  const refused = await api.get(`quickinvoices/${second.id}/pdf`)
  assert.equal(refused.status, 429, refused.text)
  assert.match(refused.text, /the quota of 200000 printed invoices a month is used up/)
  await t.db.run(`delete from merchant_use where root_id = $1 and what = 'mail'`, [root_id])
  await newInvoice(t, { email, send_email: 1, attach_pdf_to_email: 1 })
  const [mail] = await outbox(t, email)
  assert.deepEqual(mail.attachments ?? [], [])
  assert.equal((await alerts('print')).length, 1)
})

test('G54 files beyond the room of a merchant are refused, and a deleted one makes room', async () => {
  const contact = await newContact(api, root_id)
  const kept = async () => (await api.get(`contacts/${contact}/files`)).body.files.length
  const first = await attach(api, contact, 40)
  assert.equal(first.status, 201, first.text)
  await leave('file_byte', 'all', 25)
  const before = await kept()
  const refused = await attach(api, contact, 26)
  assert.equal(refused.status, 429, refused.text)
  assert.equal(refused.headers['retry-after'], undefined)
  assert.match(refused.text, /bytes of stored files is too small for more/)
  const racing = await Promise.all(Array.from({ length: 4 }, () => attach(api, contact, 20)))
  assert.deepEqual(
    racing.map(({ status }) => status).filter(status => status === 201),
    [201],
    racing.map(({ text }) => text).join('\n'),
  )
  assert.ok(racing.every(({ status }) => [201, 422, 429].includes(status)))
  assert.equal(await kept(), before + 1, 'what was refused is not stored')
  assert.equal((await api.delete(`contacts/${contact}/files/${first.body.file.id}`)).status, 204)
  assert.equal((await attach(api, contact, 45)).status, 201)
  assert.equal((await attach(api, contact, 1)).status, 429)
  assert.equal((await api.delete(`contacts/${contact}`)).status, 204)
  await t.settle()
  assert.equal((await attach(api, await newContact(api, root_id), 40)).status, 201, 'a deleted contact leaves its room')
  assert.equal((await attach(stranger, await newContact(stranger, other.location_id), 26)).status, 201)
  assert.equal((await alerts('file_byte')).length, 1)
})

test('G54 days and months of quotas are those of UTC', () => {
  const at = Date.UTC(2028, 1, 29, 23, 59, 59) / 1000
  assert.deepEqual(spanAt('hour', at), { begins_ts: at - 3599, ends_ts: at + 1 })
  assert.deepEqual(spanAt('day', at), { begins_ts: at - 86_399, ends_ts: at + 1 })
  assert.deepEqual(spanAt('month', at), { begins_ts: Date.UTC(2028, 1, 1) / 1000, ends_ts: at + 1 })
  const own = readConfig({ TOLLGATE_TEXTS_PER_DAY: '5', TOLLGATE_FILES_GB: '0' }).quotas
  assert.deepEqual([own.text.day, own.text.month, own.file_byte.all], [5, 200_000, 0])
  assert.throws(() => readConfig({ TOLLGATE_PRINTS_PER_DAY: '-1' }), /TOLLGATE_PRINTS_PER_DAY must be a whole number/)
})

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { testApp } from '../support/app.ts'
import { newInvoice, outbox, readInvoice } from '../support/invoices.ts'

const t = await testApp('unsubscribe')
after(() => t.close())
const { api } = t

let count = 0

/** A reminder that just left, with its link. */
async function reminder() {
  const email = `payer${++count}@example.com`
  const today = Temporal.Instant.fromEpochMilliseconds(t.clock.seconds() * 1000)
    .toZonedDateTimeISO('America/New_York')
    .toPlainDate()
  const { id } = await newInvoice(t, {
    email,
    due_date: today.add({ days: 1 }).toString(),
    notification_days_before_due_date: 0,
  })
  await api.post('/sandbox/clock', { advance: 'P2D' })
  const [mail] = (await outbox(t, email)).filter(({ reason }) => reason === 'quickinvoice.reminder')
  const [link = ''] = /http:\/\/127\.0\.0\.1:8080\/unsubscribe\?\S+/.exec(mail.text) ?? []
  assert.ok(mail.html.includes(link.replaceAll('&', '&#38;')))
  return { id, email, path: link.replace('http://127.0.0.1:8080', '') }
}

const get = (url: string) => t.app.http.inject({ method: 'GET', url })
const post = (url: string, payload: string) =>
  t.app.http.inject({ method: 'POST', url, payload, headers: { 'content-type': 'application/x-www-form-urlencoded' } })
const listing = async (id: string) => (await readInvoice(t, id, 'email_blacklist')).email_blacklist

test('opening the link of a reminder asks and changes nothing; the button stops reminders alone, and another allows them again', async () => {
  const { id, email, path } = await reminder()
  const asked = await get(path)
  assert.equal(asked.statusCode, 200)
  assert.match(asked.body, /Stop reminders by email\?/)
  assert.ok(asked.body.includes(email))
  assert.equal(await listing(id), null)

  const stopped = await post(path, 'choice=stop')
  assert.deepEqual([stopped.statusCode, stopped.headers.location], [303, path])
  assert.match((await get(path)).body, /You are unsubscribed/)
  assert.deepEqual(
    [(await listing(id)).is_blacklisted, (await listing(id)).detail],
    [true, 'The recipient unsubscribed from reminders.'],
  )
  const before = (await outbox(t, email)).length
  assert.equal((await api.post(`quickinvoices/${id}/resend`)).status, 204)
  assert.equal((await outbox(t, email)).length, before + 1, 'an invoice that is sent again still arrives')

  await post(path, 'choice=again')
  assert.equal((await listing(id)).is_blacklisted, false)
})

test('a mail program stops them with one post, as RFC 8058 says', async () => {
  const { id, path } = await reminder()
  assert.equal((await post(path, 'List-Unsubscribe=One-Click')).statusCode, 200)
  assert.equal((await listing(id)).is_blacklisted, true)
  assert.equal((await post(path, 'List-Unsubscribe=One-Click')).statusCode, 200)
})

test('what a merchant or a bounce has listed is not taken back by the recipient’s link', async () => {
  const { id, email, path } = await reminder()
  await api.post('email_blacklists', { email_blacklist: { email, detail: 'asked us by phone' } })
  await post(path, 'choice=again')
  assert.equal((await listing(id)).is_blacklisted, true)
})

test('a link that is incomplete or made up opens nothing', async () => {
  const { id, path } = await reminder()
  const { path: second } = await reminder()
  const token = new URLSearchParams(second.split('?')[1]).get('token')!
  const forged = path.replace(/token=.*/, `token=${token}`)
  for (const each of [
    '/unsubscribe',
    '/unsubscribe?id=1&token=2',
    path.slice(0, -1),
    forged,
    path.replace(/id=\w+/, `id=${'f'.repeat(24)}`),
  ]) {
    assert.equal((await get(each)).statusCode, 404, each)
    assert.equal((await post(each, 'List-Unsubscribe=One-Click')).statusCode, 404, each)
  }
  assert.equal(await listing(id), null)
})

test('the page has the headers of every page, and its token is kept out of the log', async () => {
  const { path } = await reminder()
  const { headers } = await get(path)
  assert.match(String(headers['content-security-policy']), /default-src 'none'/)
  assert.equal(headers['referrer-policy'], 'no-referrer')
  assert.ok(!t.logged().includes(new URLSearchParams(path.split('?')[1]).get('token')!))
})

test('receipts and first notices carry no such link: somebody asked for them', async () => {
  const email = 'first@example.com'
  await newInvoice(t, { email, send_email: 1 })
  const [mail] = await outbox(t, email)
  assert.doesNotMatch(mail.text, /unsubscribe/)
})

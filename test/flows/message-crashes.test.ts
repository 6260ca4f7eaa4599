// own process: it declares a task that no gateway handles.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defineTask } from '../../src/jobs/declare/task.ts'
import { messages } from '../../src/messages/messages.ts'
import type { Compose } from '../../src/messages/outgoing.ts'
import type { Delivery, Email, TextMessage } from '../../src/ports/mailer.ts'
import { blacklist } from '../../src/resources/email_blacklist/blacklist.ts'
import { merchantOf, senderOf } from '../../src/resources/location/merchant.ts'
import { messageLog } from '../../src/resources/log_email/message-log.ts'
import type { Json } from '../support/app.ts'
import { newInvoice, readInvoice } from '../support/invoices.ts'
import { newMerchant } from '../support/shared-gateway.ts'
import { silentLog } from '../support/silent-log.ts'

const t = await newMerchant()
const [merchant] = t.merchants

/** A carrier that answers as scripted and records what it was given. */
const given: (Email | TextMessage)[] = []
let answer: () => Delivery | Promise<Delivery> = () => ({ result: 'sent', provider_id: 'p', sender: 's' })
const carrier = {
  send: async (message: Email | TextMessage) => {
    given.push(message)
    return answer()
  },
}
const { sending } = messages({
  store: t.app.store,
  blacklist,
  messageLog,
  // Each run of these jobs is about one invoice.
  withinLimits: (_message, _seconds, start) => start(null),
  isOwnAddress: async () => true,
  mailer: carrier,
  texter: carrier,
  clock: t.clock,
  log: silentLog,
  publicUrl: () => 'https://pay.example',
  unsubscribeUrl: id => `https://pay.example/unsubscribe?id=${id}`,
})
const invoice = await newInvoice(t)

/** A task that says something about the invoice, and its jobs. */
const compose =
  (channel: 'email' | 'sms'): Compose<object> =>
  async (_job, read) => {
    const found = await merchantOf(read, merchant.location_id)
    const message = {
      from: senderOf(found!),
      reason: 'test.message',
      about: { model: 'QuickInvoice', id: invoice.id },
    } as const
    const sender = { name: 'Juniper', accent: null, lines: [] }
    const letter = {
      subject: 'Hello',
      preview: '',
      sender,
      heading: 'Hello',
      paragraphs: [],
      figure: null,
      rows: [],
      quote: null,
      button: null,
      notes: [],
    }
    return channel === 'email'
      ? { ...message, channel, to: 'pat@example.com', letter }
      : { ...message, channel, to: '2025550143', text: 'Hello' }
  }
const tasks = {
  ...sending(defineTask('test.mail'), compose('email')),
  ...sending(defineTask('test.text'), compose('sms')),
}

let count = 0
const jobOf = (payload: Json = {}) => ({
  id: String(++count).padStart(24, '0'),
  payload,
  root_id: merchant.location_id,
  attempt: 1,
  seconds: t.clock.seconds(),
})
async function logged(id: string): Promise<Json> {
  const record = await readInvoice(t, invoice.id, 'log_emails', 'log_sms')
  return [...record.log_emails, ...record.log_sms].find(each => each.id === id)
}

/** The worker dies while the carrier has the message, so its answer is lost. */
async function die(task: keyof typeof tasks, job: ReturnType<typeof jobOf>): Promise<void> {
  let reached: () => void = () => undefined
  const waiting = new Promise<void>(resolve => {
    reached = resolve
  })
  answer = () => {
    reached()
    return new Promise(() => undefined)
  }
  void tasks[task]!(job)
  await waiting
  answer = () => ({ result: 'sent', provider_id: 'p', sender: 's' })
}

test('a mail whose worker died while it was handed over is handed over again under the same id', async () => {
  const job = jobOf()
  given.length = 0
  await die('test.mail', job)
  assert.equal((await logged(job.id)).status, 'sending')
  await tasks['test.mail']!({ ...job, attempt: 2 })
  assert.deepEqual(
    given.map(({ id }) => id),
    [job.id, job.id],
  )
  assert.deepEqual([(await logged(job.id)).status, (await logged(job.id)).attempts], ['sent', 1])
})

test('a text whose worker died while it was handed over is not sent twice, and its log says that nobody knows', async () => {
  const job = jobOf()
  given.length = 0
  await die('test.text', job)
  await tasks['test.text']!({ ...job, attempt: 2 })
  assert.equal(given.length, 1)
  assert.equal((await logged(job.id)).status, 'unknown')
  await tasks['test.text']!({ ...job, attempt: 3 })
  assert.equal(given.length, 1)
})

test('a job that ends and is run again, because its worker died before it could say so, sends nothing', async () => {
  for (const task of ['test.mail', 'test.text'] as const) {
    const job = jobOf()
    given.length = 0
    await tasks[task]!(job)
    await tasks[task]!({ ...job, attempt: 2 })
    assert.equal(given.length, 1)
  }
})

test('a try in vain that is run again does not try a second time: its next try waits as a job of its own', async () => {
  const job = jobOf()
  answer = () => ({ result: 'later', detail: '451 later' })
  given.length = 0
  await tasks['test.mail']!(job)
  await tasks['test.mail']!({ ...job, attempt: 2 })
  assert.equal(given.length, 1)
  const waiting = await t.db.query<{ payload: Json; run_at: number }>(
    `select payload, run_at from job where task = 'test.mail'`,
  )
  assert.deepEqual(
    waiting.map(({ payload }) => payload),
    [{ message_id: job.id, channel: 'email', tries: 1 }],
  )
  assert.equal(waiting[0]!.run_at - job.seconds >= 60, true)

  answer = () => ({ result: 'sent', provider_id: 'p', sender: 's' })
  const next = jobOf(waiting[0]!.payload)
  await tasks['test.mail']!(next)
  await tasks['test.mail']!(next)
  assert.deepEqual(
    given.map(({ id }) => id),
    [job.id, job.id],
  )
  assert.equal((await logged(job.id)).attempts, 2)
  await t.db.run(`delete from job where task = 'test.mail'`)
})

test('what a carrier throws leaves a mail to be tried again and a text unknown', async () => {
  answer = () => Promise.reject(new Error('the wire is cut'))
  const [mail, text] = [jobOf(), jobOf()]
  await tasks['test.mail']!(mail)
  await tasks['test.text']!(text)
  assert.deepEqual([(await logged(mail.id)).status, (await logged(text.id)).status], ['queued', 'unknown'])
  assert.equal((await logged(mail.id)).detail, 'the wire is cut')
  await t.db.run(`delete from job where task = 'test.mail'`)
})

test('whatever words a carrier has, what it did is written down', async () => {
  const words = `451 \u0000 \ud800 ${'é\r\n'.repeat(300)}`
  const mail = jobOf()
  answer = () => ({ result: 'refused', detail: words, unwelcome: false })
  await tasks['test.mail']!(mail)
  const { status, detail } = await logged(mail.id)
  assert.deepEqual([status, [...detail].length], ['failed', 255])
  const text = jobOf()
  answer = () => ({ result: 'sent', provider_id: words, sender: 's' })
  await tasks['test.text']!(text)
  assert.equal((await logged(text.id)).status, 'sent')
})

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createTestDatabase } from '../support/database.ts'
import { run, startGateway, temporaryHome } from '../support/process.ts'

const home = temporaryHome()
const database = await createTestDatabase('take_bounce')
const settings = { TOLLGATE_HOME: home, DATABASE_URL: database.url }
const gateway = await startGateway(home, settings)
after(database.drop)
const { location_id } = gateway.sandbox.merchants[0]!

/** Hands a mail to the command as a mail server does. */
const take = (mail: string) => run('src/cli/main.ts', settings, ['take-bounce'], undefined, mail)

test('a mail that came back is found by the address it came back to, and its recipient is blacklisted', async () => {
  const quickinvoice = {
    location_id,
    title: 'Lawn',
    due_date: '2030-01-31',
    item_list: { a: 1 },
    email: 'gone@example.com',
    send_email: 1,
  }
  const made = await gateway.call('POST', '/v2/quickinvoices', { quickinvoice })
  assert.equal(made.status, 201)
  const { messages } = (await gateway.call('GET', '/sandbox/outbox?to=gone@example.com')).body
  const [{ id }] = messages
  const report = [
    `Delivered-To: bounces+${id}@gateway.example`,
    'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
    '',
    'Action: failed',
    'Status: 5.1.1',
    'Diagnostic-Code: smtp; 550 5.1.1 User unknown',
    '',
  ].join('\r\n')
  const { code, stdout, stderr } = await take(report)
  assert.deepEqual({ code, stderr }, { code: 0, stderr: '' })
  assert.equal(stdout, `message ${id} came back: 550 5.1.1 User unknown\n`)
  const log = (await gateway.call('GET', `/v2/log_emails/${id}`)).body.log_email
  assert.deepEqual([log.status, log.detail], ['bounced', '550 5.1.1 User unknown'])
  const listed = (await gateway.call('GET', '/v2/email_blacklists?email=gone@example.com')).body.email_blacklists
  assert.deepEqual([listed[0].is_blacklisted, listed[0].detail], [true, '550 5.1.1 User unknown'])
  assert.match((await take(report)).stdout, /is not one that could come back/)
})

test('what is no report changes nothing and is taken all the same', async () => {
  const { code, stdout } = await take('Subject: Hello\r\n\r\nHow are you?')
  assert.equal(code, 0)
  assert.match(stdout, /^this is no report/)
})

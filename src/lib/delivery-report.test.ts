import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readDeliveryReport } from './delivery-report.ts'

const ID = '0123456789abcdef01234567'

/** A report as mail servers write it. */
function report({
  to = `bounces+${ID}@gateway.example`,
  action = 'failed',
  status = '5.1.1',
  diagnostic = 'smtp; 550 5.1.1 <pat@example.com>:\r\n    Recipient address rejected',
} = {}): string {
  return [
    `Delivered-To: ${to}`,
    'From: MAILER-DAEMON@mx.example',
    'Subject: Undelivered Mail Returned to Sender',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
    '',
    '--b',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.example',
    '',
    'Final-Recipient: rfc822; pat@example.com',
    `Action: ${action}`,
    `Status: ${status}`,
    `Diagnostic-Code: ${diagnostic}`,
    '',
    '--b',
    'Content-Type: text/rfc822-headers',
    '',
    `Message-ID: <${ID}@gateway.example>`,
    '--b--',
  ].join('\r\n')
}

test('a report says which message came back, why, and whether the address is gone for good', () => {
  const detail = '550 5.1.1 <pat@example.com>: Recipient address rejected'
  assert.deepEqual(readDeliveryReport(report()), { message_id: ID, detail, is_gone: true })
  assert.equal(readDeliveryReport(report({ status: '5.2.2' }))?.is_gone, false)
  assert.equal(readDeliveryReport(report({ status: '5.7.1' }))?.is_gone, false)
})

test('the message is known by the address it came back to, or by the head of our mail', () => {
  assert.equal(readDeliveryReport(report({ to: 'postmaster@gateway.example' }))?.message_id, ID)
})

test('delays, other mails and reports about mails of others are none of ours', () => {
  assert.equal(readDeliveryReport(report({ action: 'delayed', status: '4.4.1' })), null)
  assert.equal(readDeliveryReport('Subject: Hello\r\n\r\nStatus: 5.1.1'), null)
  assert.equal(readDeliveryReport(report({ to: 'x@gateway.example' }).replaceAll(ID, 'someone-else')), null)
  assert.equal(readDeliveryReport(''), null)
})

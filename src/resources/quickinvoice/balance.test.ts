import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { invoiceBalance } from './balance.ts'
import { PAYMENT } from './quickinvoice.ts'

const due = fc.bigInt({ min: 1n, max: 9_999_999_999n })
const paid = fc.bigInt({ min: 0n, max: 19_999_999_999n })

test('QI-08 what remains and what was paid add up to what is due; nothing remains of an invoice paid in full or over', () => {
  fc.assert(
    fc.property(due, paid, fc.boolean(), (amount_due, paid_amount, over) => {
      const { remaining_balance } = invoiceBalance(amount_due, paid_amount, over)
      if (paid_amount < amount_due) assert.equal(remaining_balance + paid_amount, amount_due)
      else assert.equal(remaining_balance, 0n)
    }),
  )
})

test('QI-47 the payment status is Unpaid at nothing, Paid from the full amount, Partially Paid between', () => {
  fc.assert(
    fc.property(due, paid, fc.boolean(), (amount_due, paid_amount, over) => {
      const { payment_status_id, remaining_balance } = invoiceBalance(amount_due, paid_amount, over)
      assert.equal(payment_status_id === PAYMENT.unpaid, paid_amount === 0n)
      assert.equal(payment_status_id === PAYMENT.paid, remaining_balance === 0n)
    }),
  )
})

test('an invoice is settled exactly when it is paid and overpayment is not allowed', () => {
  fc.assert(
    fc.property(due, paid, fc.boolean(), (amount_due, paid_amount, over) => {
      const { settled, payment_status_id } = invoiceBalance(amount_due, paid_amount, over)
      assert.equal(settled, !over && payment_status_id === PAYMENT.paid)
    }),
  )
})

test('more money never moves an invoice away from paid', () => {
  fc.assert(
    fc.property(due, paid, paid, fc.boolean(), (amount_due, first, more, over) => {
      const before = invoiceBalance(amount_due, first, over)
      const after = invoiceBalance(amount_due, first + more, over)
      assert.ok(after.remaining_balance <= before.remaining_balance)
      if (before.settled) assert.ok(after.settled)
    }),
  )
})

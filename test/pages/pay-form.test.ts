import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import { LARGEST_AMOUNT } from '../../src/lib/money.ts'
import { amountRule, fits, readAmount, shownAmount } from '../../src/pages/payform/amount.ts'
import { bankFields } from '../../src/pages/payform/bank.ts'
import { readExpiry } from '../../src/pages/payform/card.ts'
import { readPayForm, redisplayedValues } from '../../src/pages/payform/pay-form.ts'
import { invoicePayForm, payable } from '../../src/pages/quickinvoice/invoice-page.ts'
import { anyCharacter } from '../support/any-character.ts'
import { invoiceView } from '../support/invoice-port.ts'
import { SHOWN } from '../support/shown.ts'

const TODAY = Temporal.PlainDate.from('2026-11-21')
const ATTEMPT = '0123456789abcdef0123456789abcdef'

const CARD = {
  attempt: ATTEMPT,
  shown_amount: '40000',
  payment_method: 'cc',
  cc_account_number: '4111 1111-1111 1111',
  cc_exp_date: '04/29',
  cc_cvv: '999',
  cc_account_holder_name: '  Rosa   Lindqvist ',
  cc_billing_zip: '04101',
  notification_email_address: 'rosa@example.com',
}

const BANK = {
  attempt: ATTEMPT,
  shown_amount: '40000',
  payment_method: 'ach',
  ach_routing: '072000326',
  ach_account_number: '123456789',
  ach_account_number_again: '1234-56789',
  ach_account_type: 'savings',
  ach_is_company: '1',
  ach_account_holder_name: 'Lindqvist Bakery',
  ach_authorize: '1',
}

type Overrides = Parameters<typeof invoiceView>[0]

function read(fields: Record<string, string>, overrides: Overrides = {}) {
  const form = invoicePayForm(SHOWN, invoiceView(overrides))
  assert.ok(form)
  return readPayForm(new URLSearchParams(fields), form, TODAY)
}

function errorsOf(fields: Record<string, string>, overrides: Overrides = {}): string[] {
  const result = read(fields, overrides)
  return result.ok ? [] : Object.keys(result.input.errors)
}

test('card data in any input that is stored as it was typed is refused with the name of the input, and not shown again', () => {
  const open = invoicePayForm(SHOWN, invoiceView({}))!
  let tried = 0
  for (const [sent, fields] of [
    [CARD, open.cc],
    [BANK, open.ach],
  ] as const) {
    const typed = [...(fields ?? []).map(({ field }) => field), { name: 'notification_email_address' }].filter(
      field =>
        !('secret' in field && field.secret) && !('identifier' in field && field.identifier) && !('choices' in field),
    )
    for (const { name } of typed)
      for (const planted of ['4111 1111 1111 1111', '4111111111111111', 'cvv 123', '4111111111111111@example.com']) {
        const body = { ...sent, [name]: planted }
        assert.ok(errorsOf(body).includes(name), `${name} took ${planted}`)
        assert.equal(redisplayedValues(new URLSearchParams(body), open)[name], undefined)
        tried += 1
      }
  }
  assert.ok(tried >= 16, String(tried))
})

test('a card payment is read into digits, minor units and a clean name', () => {
  assert.deepEqual(read(CARD), {
    ok: true,
    order: {
      attempt: ATTEMPT,
      amount: 40_000n,
      shown_amount: '40000',
      surcharge: 0n,
      notification_email_address: 'rosa@example.com',
      details: {},
      instrument: {
        payment_method: 'cc',
        account_holder_name: 'Rosa Lindqvist',
        account_number: '4111111111111111',
        exp_date: '0429',
        cvv: '999',
        billing_street: null,
        billing_zip: '04101',
      },
    },
  })
})

test('a bank payment is read the same way', () => {
  const result = read(BANK)
  assert.ok(result.ok && result.order.instrument.payment_method === 'ach')
  assert.deepEqual(result.order.notification_email_address, null)
  const { routing, account_number, account_type, is_company, billing_street } = result.order.instrument
  assert.deepEqual(
    { routing, account_number, account_type, is_company, billing_street },
    {
      routing: '072000326',
      account_number: '123456789',
      account_type: 'savings',
      is_company: true,
      billing_street: null,
    },
  )
})

const REFUSED: [name: string, fields: Record<string, string>, errors: string[]][] = [
  ['a card number with a mistyped digit', { ...CARD, cc_account_number: '4111111111111112' }, ['cc_account_number']],
  ['a card number with letters', { ...CARD, cc_account_number: '4111a11111111111' }, ['cc_account_number']],
  [
    'a card number of a brand that is not taken',
    { ...CARD, cc_account_number: '6200000000000005' },
    ['cc_account_number'],
  ],
  ['an expired card', { ...CARD, cc_exp_date: '10/26' }, ['cc_exp_date']],
  ['month 13', { ...CARD, cc_exp_date: '13/29' }, ['cc_exp_date']],
  ['a security code of 4 digits on a Visa', { ...CARD, cc_cvv: '9999' }, ['cc_cvv']],
  ['a security code of 3 digits on an American Express', { ...CARD, cc_account_number: '371449635398431' }, ['cc_cvv']],
  ['a missing name', { ...CARD, cc_account_holder_name: ' \t ' }, ['cc_account_holder_name']],
  ['a name of 33 characters', { ...CARD, cc_account_holder_name: 'x'.repeat(33) }, ['cc_account_holder_name']],
  ['a ZIP code of 4', { ...CARD, cc_billing_zip: '0410' }, ['cc_billing_zip']],
  [
    'no address at all in the e-mail field',
    { ...CARD, notification_email_address: 'rosa' },
    ['notification_email_address'],
  ],
  ['two e-mail addresses', { ...CARD, notification_email_address: 'a@b.co,c@d.co' }, ['notification_email_address']],
  ['a routing number with a wrong check digit', { ...BANK, ach_routing: '072000327' }, ['ach_routing']],
  [
    'an account number of 3 digits',
    { ...BANK, ach_account_number: '123', ach_account_number_again: '123' },
    ['ach_account_number', 'ach_account_number_again'],
  ],
  ['two account numbers that differ', { ...BANK, ach_account_number_again: '123456780' }, ['ach_account_number_again']],
  ['an unknown account type', { ...BANK, ach_account_type: 'offshore' }, ['ach_account_type']],
  ['a debit without authorization', { ...BANK, ach_authorize: '' }, ['ach_authorize']],
]

for (const [name, fields, errors] of REFUSED) {
  test(`refused: ${name}`, () => assert.deepEqual(errorsOf(fields), errors))
}

test('only the chosen method is looked at', () => {
  assert.deepEqual(errorsOf({ ...CARD, ach_routing: 'x' }), [])
})

test('a method that is not on offer is not taken', () => {
  const cc = invoiceView().methods.cc
  assert.deepEqual(errorsOf(BANK, { methods: { cc, ach: null } }).slice(0, 1), ['cc_account_number'])
})

test('an optional security code may stay away, and is null then', () => {
  const methods = { cc: { ...invoiceView().methods.cc!, require_cvv: false }, ach: null }
  const { cc_cvv: _left, ...rest } = CARD
  const result = read(rest, { methods })
  assert.ok(result.ok && result.order.instrument.payment_method === 'cc' && result.order.instrument.cvv === null)
})

test('a field the form did not ask for is not taken', () => {
  const result = read({ ...CARD, cc_billing_street: '1 Elm' })
  assert.ok(
    result.ok && result.order.instrument.payment_method === 'cc' && result.order.instrument.billing_street === null,
  )
})

test('each requirement of a terminal adds its fields, and one a page cannot meet takes the method off the page', () => {
  const names = (required: string[]) =>
    bankFields({ required }, SHOWN.words)
      ?.map(({ field }) => field.name)
      .slice(6)
  assert.deepEqual(names([]), [])
  assert.deepEqual(names(['driver_license', 'identity_verification']), [
    'ach_dl_number',
    'ach_dl_state',
    'ach_dob_year',
  ])
  assert.deepEqual(names(['billing_zip', 'billing_zip']), ['ach_billing_zip'])
  assert.equal(names(['image_front']), undefined)
  assert.equal(names(['constructor']), undefined)
})

test('an amount that was shown and has moved since is not taken', () => {
  const result = read({ ...CARD, shown_amount: '39999' })
  assert.ok(!result.ok && result.problem?.title === 'The amount has changed')
})

test('G7 a form is read while the page would show the same, and shown again once balance, payments or limits differ', () => {
  const money = fc.bigInt({ min: 0n, max: 50_000n })
  const invoices = fc.record({
    remaining_balance: money,
    paid: money,
    pending: money,
    allow_partial_pay: fc.boolean(),
    allow_overpayment: fc.boolean(),
    single_payment_min_amount: money,
    single_payment_max_amount: fc.constantFrom(20_000n, LARGEST_AMOUNT),
  })
  const shown = (invoice: Parameters<typeof payable>[0]) => shownAmount(payable(invoice)!)
  fc.assert(
    fc.property(invoices, invoices, (before, now) => {
      const fields = { ...CARD, amount: '0.01', shown_amount: shown(before) }
      for (const invoice of [before, now]) {
        const result = read(fields, { invoice })
        const is_stale = !result.ok && /changed/.test(result.problem?.title ?? '')
        assert.equal(is_stale, shown(invoice) !== shown(before))
      }
      // Once something is paid, the same string means the same account.
      const on_account = (each: typeof before) => each.paid + each.pending
      const rule = payable(before)!
      if (on_account(before) > 0n || rule.kind === 'open')
        assert.ok(
          shown(now) !== shown(before) ||
            (now.remaining_balance === before.remaining_balance && on_account(now) === on_account(before)),
        )
    }),
  )
})

test('a form without a token of ours is not taken', () => {
  for (const attempt of ['', 'x', ATTEMPT.toUpperCase(), `${ATTEMPT}0`]) {
    const result = read({ ...CARD, attempt })
    assert.ok(!result.ok && result.problem)
  }
})

test('expiry dates are read however they are written', () => {
  for (const text of ['04/29', '0429', '04 / 29', '04 / 2029', '4/29', '04-29', '04.29', '042029', '04 29']) {
    assert.equal(readExpiry(text, TODAY), '0429', text)
  }
  assert.equal(readExpiry('11/26', TODAY), '1126')
  for (const text of ['', '0', '00/29', '4', '04/9', '04/290', '2029/04', '04//29', '10/26']) {
    assert.equal(readExpiry(text, TODAY), null, text)
  }
})

test('amounts are read however they are written', () => {
  const amounts: [string, bigint | null][] = [
    ['1,234.50', 123_450n],
    ['$1,234.5', 123_450n],
    ['1234', 123_400n],
    [' 12. ', 1200n],
    ['.05', 5n],
    ['1,000,000', 100_000_000n],
    ['1.234', null],
    ['1,23', null],
    ['1.234,50', null],
    ['-5', null],
    ['1e3', null],
    ['', null],
    ['$', null],
    ['.', null],
    ['٣', null],
  ]
  for (const [text, amount] of amounts) assert.equal(readAmount(text), amount, text)
})

test('QI-32 without partial payment the amount is the balance; with it anything up to the balance', () => {
  assert.deepEqual(amountRule(40_000n, { partial: false, over: false }), { kind: 'fixed', amount: 40_000n })
  const open = { kind: 'open', suggested: 40_000n, min: 1n, max: 40_000n }
  assert.deepEqual(amountRule(40_000n, { partial: true, over: false }), open)
  assert.deepEqual(amountRule(1n, { partial: true, over: false }), { kind: 'fixed', amount: 1n })
  const limits = { partial: true, over: false, least: 1_000n, most: 5_000n }
  assert.deepEqual(amountRule(40_000n, limits), { kind: 'open', suggested: 5_000n, min: 1_000n, max: 5_000n })
  assert.deepEqual(amountRule(400n, limits), { kind: 'fixed', amount: 400n })
  assert.deepEqual(amountRule(40_000n, { ...limits, partial: false }), { kind: 'fixed', amount: 40_000n })
})

test('QI-31 with overpayment allowed more than the balance is taken, also after it is met', () => {
  const over = { partial: false, over: true }
  assert.deepEqual(amountRule(500n, over), { kind: 'open', suggested: 500n, min: 500n, max: LARGEST_AMOUNT })
  assert.deepEqual(amountRule(0n, over), { kind: 'open', suggested: 0n, min: 1n, max: LARGEST_AMOUNT })
})

test('G12 a part can be paid where it and what it leaves can be, and null means that nothing meets the balance', () => {
  const money = fc.bigInt({ min: 0n, max: 200n })
  const cases = fc.record({ partial: fc.boolean(), over: fc.boolean(), least: money, most: money, balance: money })
  fc.assert(
    fc.property(
      cases,
      fc.bigInt({ min: 1n, max: 60n }),
      fc.bigInt({ min: 60n, max: 150n }),
      (given, floor, ceiling) => {
        const { balance, partial, over, least, most } = given
        fc.pre(balance > 0n && least <= most)
        const rule = amountRule(balance, { ...given, takes: { least_amount: floor, largest_amount: ceiling } })
        const isTaken = (amount: bigint) => amount >= floor && amount <= ceiling
        const inLimits = (amount: bigint) => amount <= most && (amount >= least || amount >= balance)
        const meets = (amount: bigint) =>
          isTaken(amount) &&
          (over || amount <= balance) &&
          (amount >= balance || (partial && balance - amount >= floor))
        const all = Array.from({ length: 251 }, (_, amount) => BigInt(amount))
        const allowed = all.filter(meets)
        if (allowed.length === 0) return assert.equal(rule, null)
        // Limits of the merchant hold as far as they leave anything.
        const limited = partial || over ? allowed.filter(inLimits) : allowed
        if (rule === null) return assert.ok(limited.length === 0 && balance > ceiling)
        const payable = all.filter(amount => fits(rule, amount))
        if (limited.length > 0) return assert.deepEqual(payable, limited)
        return assert.ok(payable.length === 1 && isTaken(payable[0]!))
      },
    ),
  )
})

test('an open amount outside its range is refused', () => {
  const invoice = { allow_partial_pay: true }
  for (const amount of ['0', '400.01', 'all']) assert.deepEqual(errorsOf({ ...CARD, amount }, { invoice }), ['amount'])
  const result = read({ ...CARD, amount: '$123.45', shown_amount: '1/40000/40000/0' }, { invoice })
  assert.ok(result.ok && result.order.amount === 12_345n)
})

test('what is kept for showing again never holds a card number, a security code or an account number', () => {
  const form = invoicePayForm(SHOWN, invoiceView())!
  const kept = redisplayedValues(new URLSearchParams({ ...BANK, ...CARD }), form)
  assert.equal(kept.cc_exp_date, '04/29')
  for (const name of ['cc_account_number', 'cc_cvv', 'ach_account_number', 'ach_account_number_again', 'attempt']) {
    assert.ok(!(name in kept), name)
  }
})

test('whatever a stranger sends, it is read or refused, never thrown at', () => {
  const form = invoicePayForm(SHOWN, invoiceView({ invoice: { allow_partial_pay: true } }))!
  const name = fc.oneof(fc.constantFrom(...Object.keys({ ...CARD, ...BANK }), 'amount'), fc.string())
  const value = fc.oneof(
    fc.string({ unit: anyCharacter }),
    fc.string(),
    fc.constantFrom('1', 'cc', 'ach', '4111111111111111'),
  )
  fc.assert(
    fc.property(fc.array(fc.tuple(name, value), { maxLength: 30 }), pairs => {
      const result = readPayForm(new URLSearchParams(pairs), form, TODAY)
      if (result.ok) assert.ok(result.order.amount >= 1n && result.order.amount <= 40_000n)
      else assert.ok(result.problem || Object.keys(result.input.errors).length > 0)
    }),
    { numRuns: 500 },
  )
})

test('a valid form stays valid whatever else is in it', () => {
  fc.assert(
    fc.property(
      fc.dictionary(
        fc.string().filter(key => !(key in CARD)),
        fc.string(),
      ),
      extra => {
        const result = read({ ...extra, ...CARD })
        assert.ok(result.ok && result.order.amount === 40_000n)
      },
    ),
    { numRuns: 100 },
  )
})

test('G40 a value longer than any field takes is refused before it is looked at', () => {
  const long = '1-'.repeat(8_000)
  const before = process.threadCpuUsage()
  const result = read({ ...CARD, cc_account_holder_name: long, cc_account_number: long, cc_exp_date: long })
  const { user } = process.threadCpuUsage(before)
  assert.ok(!result.ok)
  assert.deepEqual(Object.keys(result.input.errors).toSorted(), [
    'cc_account_holder_name',
    'cc_account_number',
    'cc_exp_date',
  ])
  assert.ok(user < 200_000, `${user} microseconds`)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Draft } from '../../definition/resource.ts'
import { detailsOf, productProblems } from './build-payment.ts'
import type { Facts } from './load-facts.ts'
import { transaction } from './transaction.ts'

type New = Draft<typeof transaction>

/** A POST of these fields and no others, as it comes out of parsing. */
function draft(over: object): New {
  const postable = Object.entries(transaction.fields).filter(([, field]) => field.mark.includes('P'))
  const empty = postable.map(([name, field]) => [name, (field.options as { fallback?: unknown }).fallback ?? null])
  return {
    ...Object.fromEntries(empty),
    action: 'sale',
    payment_method: 'cc',
    transaction_amount: 1000n,
    ...over,
  } as New
}

const REQUIRED = ['account_holder_name', 'routing', 'account_number', 'account_type']
const facts = (product: object = {}, over: Partial<Facts> = {}): Facts =>
  ({
    product: {
      industry_type: 'ecommerce',
      ach_allow_debit: true,
      ach_allow_credit: true,
      ach_allow_refund: true,
      processor_data: {
        terminals: [{ terminal_id: '1', sec_code: 'PPD', actions: ['debit', 'refund'], required: REQUIRED }],
      },
      ...product,
    },
    payer: null,
    vault: null,
    previous: null,
    ...over,
  }) as Facts

const problems = (sent: object, product: object = {}, over: Partial<Facts> = {}): string[] => {
  const about = facts(product, over)
  return Object.keys(productProblems(draft(sent), detailsOf(draft(sent), about), about))
}
const vault = {
  account_holder_name: 'Wilma Testperson',
  is_company: false,
  ach_sec_code: 'PPD',
  billing_address: '1 Rose Lane',
} as Facts['vault']

const keyed = { account_number: '4111111111111111', exp_date: '1230' }
const vaulted = { account_vault_id: 'v' }

test('a security code is asked for by the settings that fit how the card was given', () => {
  const table: [object, object, string[]][] = [
    [keyed, { vt_require_cvv: true }, ['cvv']],
    [{ ...keyed, cvv: '999' }, { vt_require_cvv: true }, []],
    [vaulted, { vt_require_cvv: true }, []],
    [keyed, { require_cvv_on_keyed_cnp: true }, ['cvv']],
    [{ ...keyed, card_present: true }, { require_cvv_on_keyed_cnp: true }, []],
    [vaulted, { require_cvv_on_tokenized_cnp: true }, ['cvv']],
    [keyed, { require_cvv_on_tokenized_cnp: true }, []],
    [{ ...keyed, action: 'force' }, { vt_require_cvv: true }, []],
  ]
  for (const [index, [sent, product, expected]] of table.entries())
    assert.deepEqual(problems(sent, product), expected, `row ${index}`)
})

test('an address is asked for with a number, and a stored account brings its own', () => {
  assert.deepEqual(problems(keyed, { vt_require_street: true, vt_require_zip: true }), [
    'billing_street',
    'billing_zip',
  ])
  assert.deepEqual(problems(vaulted, { vt_require_street: true }), [])
  const details = detailsOf(draft({ ...vaulted, billing_zip: '14850' }), facts({}, { vault }))
  assert.deepEqual(
    [details.billing_street, details.billing_zip, details.account_holder_name],
    ['1 Rose Lane', '14850', 'Wilma Testperson'],
  )
})

test('the card is on the counter where that is usual, unless the account is stored or it is said', () => {
  const present = (industry_type: string, sent: object = {}, over: Partial<Facts> = {}) =>
    detailsOf(draft(sent), facts({ industry_type }, over)).card_present
  for (const industry of ['retail', 'retail_self_serve', 'lodging', 'restaurant'])
    assert.equal(present(industry), true, industry)
  for (const industry of ['moto', 'ecommerce']) assert.equal(present(industry), false, industry)
  assert.equal(present('retail', {}, { vault }), false)
  assert.equal(present('ecommerce', { card_present: true }), true)
})

const bank = {
  action: 'debit',
  payment_method: 'ach',
  ach_sec_code: 'PPD',
  account_number: '123456789',
  account_holder_name: 'W',
  routing: '072000326',
  account_type: 'checking',
}

test('a stored bank account brings number, name and entry class; the product decides what goes out', () => {
  const stored = { action: 'debit', payment_method: 'ach', account_vault_id: 'v' }
  assert.deepEqual(problems(stored, {}, { vault }), [])
  assert.equal(detailsOf(draft(stored), facts({}, { vault })).ach_sec_code, 'PPD')
  assert.deepEqual(problems(bank, { ach_allow_debit: false }), ['action'])
  assert.deepEqual(problems({ ...bank, action: 'credit' }), ['action'])
  assert.deepEqual(problems({ ...bank, ach_sec_code: 'TEL' }), ['ach_sec_code'])
  assert.deepEqual(problems(bank, { processor_data: {} }), ['ach_sec_code'])
})

test('an authorization code is kept for a force only, and nothing read-only is taken from the body', () => {
  assert.equal(detailsOf(draft({ ...keyed, auth_code: 'ABC123' }), facts()).auth_code, null)
  assert.equal(detailsOf(draft({ ...keyed, action: 'force', auth_code: 'ABC123' }), facts()).auth_code, 'ABC123')
  const details = detailsOf(draft({ ...keyed, account_type: 'gold', ssn4: '1234' }), facts())
  for (const name of ['account_number', 'exp_date', 'account_type', 'ssn4', 'transaction_amount'])
    assert.ok(!(name in details), name)
})

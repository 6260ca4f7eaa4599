import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import { anyCharacter } from '../../../test/support/any-character.ts'
import type { BankAccount } from '../../lib/account.ts'
import { readNacha } from '../../nacha/read-nacha.ts'
import { TYPE } from '../../resources/transaction/transaction.states.ts'
import type { TransactionRow } from '../../resources/transaction/transaction.ts'
import { type EntryDetails, entryDetailsOf, originatorOf, plain } from './entry-details.ts'
import { renderFile } from './render-file.ts'

const account: BankAccount = {
  payment_method: 'ach',
  routing: '072000326',
  account_number: '123456789',
  account_type: 'checking',
  account_holder_name: 'Wilma Testperson',
  is_company: false,
}
const product = { processor_data: {}, industry_type: 'ecommerce' } as const
const row = (over: Partial<TransactionRow> = {}): TransactionRow =>
  ({
    id: 'a'.repeat(24),
    type_id: TYPE.debit,
    ach_sec_code: 'WEB',
    ach_identifier: null,
    transaction_amount: 2500n,
    auth_amount: 2500n,
    customer_id: null,
    order_num: '123456789012',
    account_holder_name: null,
    recurring_id: null,
    quick_invoice_id: null,
    ...over,
  }) as TransactionRow

const said = (over: Partial<TransactionRow> = {}, of: Partial<BankAccount> = {}, is_again = false): EntryDetails => {
  const told = entryDetailsOf(row(over), { ...account, ...of }, product, is_again)
  assert.ok(!('verbiage' in told), JSON.stringify(told))
  return told
}

test('direction, kind of account and class decide the codes; money goes out in classes that may', () => {
  const codes = (
    type_id: 30 | 40 | 50,
    ach_sec_code: 'WEB' | 'TEL' | 'PPD' | 'CCD',
    account_type: 'checking' | 'savings',
  ) => {
    const { transaction_code, sec_code, payment_type } = said({ type_id, ach_sec_code }, { account_type })
    return [transaction_code, sec_code, payment_type]
  }
  assert.deepEqual(codes(50, 'WEB', 'checking'), ['27', 'WEB', 'S'])
  assert.deepEqual(codes(50, 'TEL', 'savings'), ['37', 'TEL', 'S'])
  assert.deepEqual(codes(50, 'CCD', 'checking'), ['27', 'CCD', null])
  assert.deepEqual(codes(30, 'WEB', 'checking'), ['22', 'PPD', null])
  assert.deepEqual(codes(30, 'CCD', 'savings'), ['32', 'CCD', null])
  assert.deepEqual(codes(40, 'PPD', 'checking'), ['22', 'PPD', null])
  assert.equal(said({ recurring_id: 'r' }).payment_type, 'R')
  assert.equal(said({ ach_sec_code: null }, { is_company: true }).sec_code, 'CCD')
  assert.equal(said({ ach_sec_code: null }).sec_code, 'PPD')
})

test('the word that payers see is the one that the rules ask for, else the merchant’s own', () => {
  const word = (over: Partial<TransactionRow>, industry_type: 'ecommerce' | 'moto' = 'ecommerce', own?: string) => {
    const processor_data = own ? { originator: { entry_description: own } } : {}
    const told = entryDetailsOf(row(over), account, { processor_data, industry_type }, false)
    return 'verbiage' in told ? null : told.description
  }
  assert.equal(word({}), 'PURCHASE')
  assert.equal(word({ quick_invoice_id: 'q' }), 'PAYMENT')
  assert.equal(word({ recurring_id: 'r' }), 'PAYMENT')
  assert.equal(word({}, 'moto'), 'PAYMENT')
  assert.equal(word({ ach_sec_code: 'PPD' }), 'PAYMENT')
  assert.equal(word({ type_id: TYPE.refund }), 'REFUND')
  assert.equal(word({}, 'ecommerce', 'BOOKS'), 'BOOKS')
  assert.equal(word({ type_id: TYPE.credit, ach_sec_code: 'PPD', ach_identifier: 'P' }, 'moto', 'BOOKS'), 'PAYROLL')
  assert.equal(said({}, {}, true).description, 'RETRY PYMT')
})

test('what no file can hold is told before a file is written', () => {
  const refused = (over: Partial<TransactionRow>, of: Partial<BankAccount> = {}) => {
    const told = entryDetailsOf(row(over), { ...account, ...of }, product, false)
    return 'verbiage' in told ? told.reason_code_id : null
  }
  assert.equal(refused({ ach_sec_code: 'POP' }), 1626)
  assert.equal(refused({ ach_sec_code: 'C21' }), 1626)
  assert.equal(refused({}, { account_number: '1'.repeat(18) }), 1608)
  assert.equal(refused({}, { account_number: '1'.repeat(17) }), null)
  assert.equal(refused({ auth_amount: 10_000_000_000n }), 1626)
  assert.equal(refused({ auth_amount: 9_999_999_999n }), null)
  assert.equal(refused({ auth_amount: 0n }), 1626)
})

test('whatever people are called, the file can be written, and is read as it was meant', () => {
  const text = fc.oneof(fc.string({ maxLength: 64 }), fc.string({ unit: anyCharacter, maxLength: 64 }))
  const facts = {
    ...originatorOf(product, { name: 'Juniper Garden Works' }, ORIGINATOR),
    modifier: 'A',
  }
  fc.assert(
    fc.property(text, text, text, text, (account_holder_name, customer_id, order_num, company) => {
      const told = said({ account_holder_name, customer_id, order_num })
      const entry = { ...told, ...REST, individual_id: told.individual_id }
      const company_name = originatorOf(product, { name: company }, ORIGINATOR).company_name
      const file = { facts: { ...facts, company_name }, created_ts: 1_800_000_000 }
      const reading = readNacha(renderFile(file, [entry], new Map([['i', account]])))
      assert.ok('file' in reading, JSON.stringify([account_holder_name, customer_id, order_num, company]))
      assert.equal(reading.file.batches[0]!.entries[0]!.account, account.account_number)
    }),
    { numRuns: 600 },
  )
})

test('plain text has capitals without marks and single blanks', () => {
  assert.equal(plain('  Zoë  Müller–Straße\n& Co '), 'ZOE MULLER-STRASSE & CO')
  assert.equal(plain('山田'), '')
})

test('what a product says of its sender stands over what the installation says', () => {
  const own = { destination: '121000358', company_name: 'Cedar & Sons' }
  const facts = originatorOf({ processor_data: { originator: own } }, { name: 'Elsewhere' }, ORIGINATOR)
  assert.deepEqual(
    [facts.destination, facts.odfi_id, facts.company_name, facts.origin],
    ['121000358', '12100035', 'CEDAR & SONS', '1999999999'],
  )
  assert.equal(originatorOf({ processor_data: {} }, { name: '' }, ORIGINATOR).company_name, 'MERCHANT')
})

const ORIGINATOR = {
  destination: '110000000',
  destination_name: 'SANDBOX BANK',
  origin: '1999999999',
  origin_name: 'TOLLGATE SANDBOX',
  odfi_id: '11000000',
  company_id: '1999999999',
}

const REST = {
  kind: 'payment',
  root_id: 'r',
  ach_file_id: 'f',
  transaction_id: 't',
  instrument_id: 'i',
  presentment: 1,
  odfi_id: '11000000',
  cycle: 1,
  sequence: 1,
  batch_number: 1,
  mark: null,
  effective_date: '2027-01-15',
  rdfi_id: '07200032',
  amount: 2500,
  state: 'presented',
  settle_ts: 0,
  settled_ts: null,
  return_code: null,
  returned_ts: null,
} as const

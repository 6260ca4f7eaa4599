import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemCaller } from '../../definition/caller.ts'
import type { Change, Draft, Row } from '../../definition/resource.ts'
import { problemList } from '../../definition/rules.ts'
import { type Problems, Refusal } from '../../lib/problem.ts'
import { ACCOUNT_SOURCES, sourcesSent } from './account-sources.ts'
import { accountvaultRules } from './accountvault.rules.ts'
import { accountvault } from './accountvault.ts'
import { vaultRecord } from './vault-record.ts'

type Vault = typeof accountvault
type VaultDraft = Draft<Vault>

const place = '0'.repeat(24)
const card = { payment_method: 'cc', location_id: place, account_number: '4111111111111111', exp_date: '1230' } as const
const bank = {
  payment_method: 'ach',
  location_id: place,
  account_number: '856667001122',
  account_holder_name: 'Pat Example',
  account_type: 'checking',
  is_company: false,
  routing: '072000326',
} as const

/** A draft as parsing leaves it: null for what was not sent, undefined for what did not fit. */
function draftOf(over: Partial<VaultDraft>): VaultDraft {
  const nothing = Object.entries(accountvault.fields).filter(([, field]) => field.mark.includes('P'))
  return { ...Object.fromEntries(nothing.map(([name]) => [name, null])), ...over } as VaultDraft
}

function examined(over: Partial<VaultDraft>): string[] {
  const problems: Problems = {}
  accountvaultRules.create!.validate!(draftOf(over), problemList(problems), { seconds: 0 })
  return Object.keys(problems).toSorted()
}

const CASES: [string, Partial<VaultDraft>, string[]][] = [
  ['a card with its four fields', card, []],
  ['a card with a wrong check digit', { ...card, account_number: '4111111111111112' }, ['account_number']],
  ['a card of no brand', { ...card, account_number: '9999999999999995' }, ['account_number']],
  ['a card without a month', { ...card, exp_date: null }, ['exp_date']],
  ['a card whose month did not fit is not told to be blank', { ...card, exp_date: undefined as never }, []],
  ['a payment method alone', { payment_method: 'cc', location_id: place }, ['account_number', 'exp_date']],
  ['no payment method', { location_id: place }, ['account_number']],
  ['a bank account with its seven fields', bank, []],
  [
    'a bank account with none of them',
    { payment_method: 'ach' },
    ['account_holder_name', 'account_number', 'account_type', 'is_company', 'routing'],
  ],
  ['a bank account of another kind', { ...bank, account_type: 'visa' }, ['account_type']],
  ['a routing number with a wrong check digit', { ...bank, routing: '072000327' }, ['routing']],
  ['a bank number needs no check digit', { ...bank, account_number: '4111111111111112' }, []],
  ['a ticket needs nothing else', { payment_method: 'cc', ticket: '123456789' }, []],
  ['a ticket of a bank account', { payment_method: 'ach', ticket: '123456789' }, ['payment_method']],
  ['a stripe that cannot be read', { payment_method: 'cc', track_data: '%B4111' }, ['track_data']],
  ['a stripe of no card', { payment_method: 'cc', track_data: ';4111111111111112=30121010000?' }, ['track_data']],
  ['an empty stripe is none', { ...card, track_data: '' }, []],
  ['a bank account from a transaction', { payment_method: 'ach', previous_transaction_id: place }, []],
  ['a licence number alone', { ...card, dl_number: 'L1' }, ['dl_state']],
  ['a state alone', { ...card, dl_state: 'MI' }, ['dl_number']],
  ['a licence', { ...card, dl_number: 'L1', dl_state: 'MI' }, []],
  ['a licence whose state did not fit', { ...card, dl_number: 'L1', dl_state: undefined as never }, []],
]

for (const [name, over, expected] of CASES) {
  test(`on create: ${name}: ${expected.join(', ') || 'nothing is refused'}`, () => {
    assert.deepEqual(examined(over), expected)
  })
}

test('any two sources of an account are one too many, whichever they are', () => {
  const track_data = ';4111111111111111=30121010000?'
  const sent: Partial<VaultDraft> = {
    ...Object.fromEntries(ACCOUNT_SOURCES.map(name => [name, place])),
    account_number: card.account_number,
    track_data,
  }
  for (const one of ACCOUNT_SOURCES) {
    for (const other of ACCOUNT_SOURCES.slice(ACCOUNT_SOURCES.indexOf(one) + 1)) {
      const draft = draftOf({ payment_method: 'cc', exp_date: '1230', [one]: sent[one], [other]: sent[other] })
      assert.deepEqual(sourcesSent(draft), [one, other])
      assert.deepEqual(examined(draft), [other])
    }
  }
})

const now = { seconds: 1_767_225_600, caller: systemCaller(place, 'test') }
const rowOf = (over: Partial<Row<Vault>>) =>
  ({ payment_method: 'cc', exp_date: '1225', is_company: false, ...over }) as Row<Vault>
const decide = (row: Partial<Row<Vault>>, change: Change<Vault>) =>
  accountvaultRules.update!.decide!(rowOf(row), change, { zone: 'UTC' }, now).set

function refusedBy(work: () => unknown): string[] {
  try {
    work()
  } catch (error) {
    if (error instanceof Refusal) return Object.keys(error.problems ?? {})
    throw error
  }
  return []
}

test('on update a month that is over is refused, but for the one the vault has already', () => {
  assert.deepEqual(
    refusedBy(() => decide({}, { exp_date: '1125' })),
    ['exp_date'],
  )
  assert.deepEqual(
    refusedBy(() => decide({}, { exp_date: '1225' })),
    [],
  )
  assert.deepEqual(
    refusedBy(() => decide({}, { exp_date: '0126' })),
    [],
  )
  assert.deepEqual(
    refusedBy(() => decide({}, { exp_date: null })),
    ['exp_date'],
  )
})

test('on update a card gets no SEC code, and a bank account no month but always a SEC code and a name', () => {
  assert.deepEqual(decide({}, { ach_sec_code: 'WEB' }), { ach_sec_code: null })
  const is_bank = { payment_method: 'ach', exp_date: null } as const
  assert.deepEqual(decide(is_bank, { exp_date: '1230', ach_sec_code: 'WEB' }), { exp_date: null })
  assert.equal(decide(is_bank, { ach_sec_code: '' }).ach_sec_code, 'PPD')
  assert.equal(decide({ ...is_bank, is_company: true }, { ach_sec_code: null }).ach_sec_code, 'CCD')
  assert.deepEqual(
    refusedBy(() => decide(is_bank, { account_holder_name: null })),
    ['account_holder_name'],
  )
  assert.deepEqual(
    refusedBy(() => decide({}, { account_holder_name: null })),
    [],
  )
})

test('on update the two parts of a licence go together', () => {
  assert.deepEqual(
    refusedBy(() => decide({}, { dl_number: 'L1' })),
    ['dl_state'],
  )
  assert.deepEqual(
    refusedBy(() => decide({}, { dl_state: 'MI' })),
    ['dl_number'],
  )
  assert.deepEqual(
    refusedBy(() => decide({}, { dl_number: null, dl_state: 'MI' })),
    ['dl_number'],
  )
  assert.deepEqual(
    refusedBy(() => decide({}, { dl_number: 'L1', dl_state: 'MI' })),
    [],
  )
  assert.deepEqual(
    refusedBy(() => decide({}, { dl_number: null, dl_state: null })),
    [],
  )
  const licensed = { dl_number: 'L1', dl_state: 'MI' }
  assert.deepEqual(
    refusedBy(() => decide(licensed, { dl_number: null })),
    ['dl_number'],
  )
  assert.deepEqual(
    refusedBy(() => decide(licensed, { dl_number: 'L2' })),
    [],
  )
  assert.deepEqual(
    refusedBy(() => decide({ dl_state: 'MI' }, { title: 'As it was' })),
    [],
  )
})

test('on delete a vault that a recurring needs stays', () => {
  const remove = (has_recurring: boolean) => accountvaultRules.remove!.decide!(rowOf({ has_recurring }), undefined, now)
  assert.deepEqual(
    refusedBy(() => remove(true)),
    ['has_recurring'],
  )
  assert.deepEqual(
    refusedBy(() => remove(false)),
    [],
  )
})

test('a record holds what was sent but for what the account itself says and what is never stored', () => {
  const account = { ...bank, account_holder_name: null } as const
  const record = vaultRecord(
    draftOf({ ...bank, exp_date: '1230', title: 'Rent', ach_sec_code: '', ssn4: '1234', run_avs: true }),
    { kind: 'account', account },
    null,
  )
  assert.deepEqual(record, {
    payment_method: 'ach',
    location_id: place,
    title: 'Rent',
    account_holder_name: 'Pat Example',
    ssn4: '1234',
    product_transaction_id: null,
  })
})

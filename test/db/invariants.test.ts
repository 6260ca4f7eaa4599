import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { Tx } from '../../src/db/database.ts'
import { moneySite } from '../support/money-site.ts'
import { ACCOUNTS } from './attacks/accounts.ts'
import { APPROVALS } from './attacks/approvals.ts'
import { ARCHIVE } from './attacks/archive.ts'
import type { Attack, Copy } from './attacks/attack.ts'
import { ATTEMPTS } from './attacks/attempts.ts'
import { BANK } from './attacks/bank.ts'
import { BATCHES } from './attacks/batches.ts'
import { DISCREPANCIES } from './attacks/discrepancies.ts'
import { LOCATIONS } from './attacks/locations.ts'
import { NUMBERS } from './attacks/numbers.ts'
import { REQUESTS } from './attacks/requests.ts'
import { TAKEN_BACK } from './attacks/taken-back.ts'
import { TRANSACTION_CHANGES } from './attacks/transaction-changes.ts'
import { TRANSACTION_ROWS } from './attacks/transaction-rows.ts'
import { type Rule, rulesOf } from './rules-of.ts'

const { t, ids } = await moneySite('invariants')
after(() => t.close())

const ATTACKS = [
  ...TRANSACTION_ROWS,
  ...TRANSACTION_CHANGES,
  ...ACCOUNTS,
  ...BATCHES,
  ...ATTEMPTS,
  ...REQUESTS,
  ...BANK,
  ...NUMBERS,
  ...DISCREPANCIES,
  ...ARCHIVE,
  ...LOCATIONS,
  ...TAKEN_BACK,
  ...APPROVALS,
]

/** The tables of money, of attempts, and of what may happen once. */
const TABLES = [
  'location',
  'producttransaction',
  'processor_account',
  'processor_credentials',
  'transaction',
  'transactionhistory',
  'transactionbatch',
  'attempt',
  'settlement',
  'settlement_exception',
  'quickinvoice',
  'quick_invoice_reminder',
  'paylink',
  'recurring',
  'recurring_run',
  'recurring_notice',
  'event',
  'page_attempt',
  'signature_use',
  'intervention',
  'taken_back',
  'state_step',
  'ach_odfi',
  'ach_file',
  'ach_entry',
  'ach_item',
  'ach_correction',
  'velocity_use',
  'refundapproval',
  'unapproved_refund',
  'microdeposit',
  'instrument',
  'accountvault',
  'discrepancy',
  'nightly_comparison',
  'archived_transaction',
  'archived_attempt',
  'archived_transactionhistory',
  'archived_transactionlevel3',
]

const ID = 'ids are made of the clock and of chance, by nobody but the gateway'

/** Rules without an attack of their own, and why. */
const WITHOUT: Record<string, string> = {
  location_pkey: ID,
  location_location_api_id_key: "a caller's own name for a location moves no money",
  transaction_pkey: ID,
  transactionhistory_pkey: ID,
  transactionbatch_pkey: ID,
  attempt_pkey: ID,
  intervention_pkey: ID,
  taken_back_pkey: ID,
  refundapproval_pkey: ID,
  settlement_pkey: ID,
  settlement_exception_pkey: ID,
  quickinvoice_pkey: ID,
  paylink_pkey: ID,
  recurring_pkey: ID,
  event_pkey: ID,
  ach_file_pkey: ID,
  ach_entry_pkey: ID,
  ach_item_pkey: ID,
  microdeposit_pkey: ID,
  producttransaction_pkey: ID,
  producttransaction_product_transaction_api_id_key: "a caller's own name for a product moves no money",
  producttransaction_payment_method: 'settings are checked by their definition',
  producttransaction_surcharge_lives: 'by a surcharge that is gone nothing is added',
  processor_account_pkey: ID,
  processor_account_product_key: 'follows from the primary key; the keys of payments and batches stand on it',
  processor_account_processor_key: 'follows from the primary key; that of products stands on it',
  processor_account_connector_key: 'follows from the primary key; that of secrets stands on it',
  processor_credentials_pkey: ID,
  instrument_pkey: ID,
  accountvault_pkey: ID,
  accountvault_account_vault_api_id_key: "a caller's own name for an account moves no money",
  accountvault_releases_number: 'refuses nothing: has the number of a deleted account looked at (erased-numbers)',
  transaction_account_key: 'follows from the primary key; the keys of refunds and attempts stand on it',
  transactionbatch_account_key: 'follows from the primary key; the keys of payments and settlements stand on it',
  discrepancy_pkey: ID,
  archived_transaction_pkey: ID,
  archived_attempt_pkey: ID,
  archived_transactionhistory_pkey: ID,
  archived_transactionlevel3_pkey: ID,
  attempt_state: 'attempt_begins and attempt_moves let no other state in',
  settlement_state: 'settlement_begins and settlement_moves let no other state in but the two answers',
}

const columns = new Map<string, string[]>()
for (const { table, name } of await t.db.query<{ table: string; name: string }>(
  `select c.relname as table, a.attname as name from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relname = any($1) and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum`,
  [TABLES],
))
  columns.set(table, [...(columns.get(table) ?? []), name])

let copies = 0
const copy: Copy = (table, id, set) => {
  copies += 1
  const names = columns.get(table)!
  const changed: Record<string, string> = { id: `'${String(copies).padStart(24, '0')}'`, ...set }
  const values = names.map(name => changed[name] ?? `"${name}"`)
  const of = id.startsWith('(') ? id : `'${id}'`
  return `insert into ${table} (${names.map(name => `"${name}"`).join(', ')}) select ${values.join(', ')} from ${table} where id = ${of}`
}

/** Runs the statements up to the checks of a commit and rolls them back. Returns the error. */
async function attack(statements: string[], first: (tx: Tx) => Promise<void>): Promise<{ constraint?: string } | null> {
  const harmless = new Error('nothing refused')
  try {
    await t.owner.transaction(async tx => {
      await first(tx)
      for (const statement of statements) await tx.run(statement)
      await tx.run('set constraints all immediate')
      throw harmless
    })
  } catch (error) {
    return error === harmless ? null : (error as { constraint?: string })
  }
  return null
}

const rules = await rulesOf(t.db, TABLES)

/** The mutant: the same database without this one rule. */
async function without(tx: Tx, { table, name, kind }: Rule): Promise<void> {
  if (kind === 'trigger') await tx.run(`alter table ${table} disable trigger ${name}`)
  else if (kind === 'index') await tx.run(`drop index ${name}`)
  else await tx.run(`alter table ${table} drop constraint ${name} cascade`)
}

for (const { breaks, tries, run, named = breaks } of ATTACKS as Attack[]) {
  test(`${breaks} refuses ${tries}`, async () => {
    const rule = rules.find(({ name }) => name === breaks)
    assert.ok(rule, `there is no rule ${breaks}`)
    const refused = await attack(run(ids, copy), async () => {})
    // The trail had its refusal before rules had names.
    if (breaks === 'event_stays') assert.match(String(refused), /can only be added to/)
    else assert.equal(refused?.constraint, named, String(refused))
    const let_in = await attack(run(ids, copy), tx => without(tx, rule))
    if (breaks === 'event_stays') assert.equal(let_in, null)
    else assert.notEqual(let_in?.constraint, named, `without ${breaks} somebody else refuses it under the same name`)
  })
}

test('every rule on a table of money is broken by a test, or listed with the reason why not', () => {
  const keys = rules.filter(({ kind }) => kind !== 'foreign')
  assert.ok(keys.length > 90)
  const known = new Set([...ATTACKS.map(({ breaks }) => breaks), ...Object.keys(WITHOUT)])
  assert.deepEqual(
    keys.map(({ name }) => name).filter(name => !known.has(name)),
    [],
  )
  const names = new Set(rules.map(({ name }) => name))
  assert.deepEqual(
    [...known].filter(name => !names.has(name)),
    [],
    'a rule that is gone is still listed',
  )
})

test('the page for people names every rule that is tried, and none that does not refuse', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/invariants.md'), 'utf8')
  const written = new Set([...page.matchAll(/`([a-z]+(?:_[a-z]+\d?)+)`/g)].map(([, name]) => name!))
  const named = [...new Set(ATTACKS.map(({ breaks, named: own = breaks }) => own))]
  assert.deepEqual(
    named.filter(name => !written.has(name)),
    [],
    'not on the page',
  )
  const table = new RegExp(`^(${TABLES.join('|')})_`)
  const known = new Set([...rules.map(({ name }) => name), ...named, ...[...columns.values()].flat(), ...TABLES])
  assert.deepEqual(
    [...written].filter(name => table.test(name) && !known.has(name)),
    [],
    'on the page only',
  )
})

/** Refusals that no request can meet, and why: for the gateway itself they are faults. */
const INSIDE: Record<string, readonly string[]> = {
  'no request removes rows, or changes whose they are': rules
    .map(({ name }) => name)
    .filter(name => /_(stays|place|archived)$|^archived_/.test(name) && name !== 'transaction_outcome_stays'),
  'only the gateway writes these columns, and never like this': [
    ...rules.map(({ name }) => name).filter(name => /^ach_/.test(name)),
    'instrument_erased',
    'attempt_underway',
    'producttransaction_amounts',
    'transaction_leaves_once',
    'attempt_decline_class',
    'instrument_needed',
    'instrument_payment_method',
    'instrument_stays_erased',
    ...rules.map(({ name }) => name).filter(name => /^(ach|discrepancy|nightly_comparison)_/.test(name)),
    'microdeposit_amounts',
    'microdeposit_number_kept',
    'microdeposit_sent',
    'microdeposit_status',
    'microdeposit_tries',
    'microdeposit_verified',
    'microdeposit_waits',
    'velocity_use_counts',
    'velocity_use_kind',
    'velocity_use_pkey',
    ...['fixed', 'steps', 'refund_key', 'status', 'decided', 'used'].map(name => `refundapproval_${name}`),
    'unapproved_refund_pkey',
    'attempt_acts_on',
    'attempt_amounts',
    'attempt_begins',
    'attempt_ended',
    'attempt_moves',
    'attempt_purpose',
    'settlement_adds_up',
    'attempt_refund_key',
    'attempt_stuck_state',
    'attempt_of_account',
    'attempt_second_key',
    'transaction_second_differs',
    'transaction_tried_elsewhere',
    'settlement_begins',
    'settlement_ended',
    'settlement_exception_once_key',
    'settlement_exception_open_key',
    'settlement_exception_resolution',
    'settlement_moves',
    'settlement_range',
    'processor_account_connector',
    'processor_account_settings_length',
    'processor_account_version',
    'processor_account_version_key',
    'processor_credentials_version',
    'processor_credentials_version_key',
    'state_step_pkey',
    'transaction_begins',
    'transaction_captured_status',
    'transaction_in_batch',
    'transaction_never_deleted',
    'transaction_outcome',
    'transaction_recurring_number_key',
    'transaction_status_of_type',
    'transactionbatch_begins',
    'transactionbatch_open_to_settle',
    'transactionbatch_terminalrun_key',
    'transactionbatch_totals',
    'quick_invoice_reminder_kind_check',
    'recurring_run_transaction_key',
  ],
  'rules decide the same, of the row they hold': [
    'intervention_attempt_key',
    'intervention_note',
    'intervention_resolution',
    'paylink_amount',
    'paylink_status',
    'quickinvoice_amounts',
    'quickinvoice_balance',
    'quickinvoice_payment_status',
    'recurring_amounts',
    'recurring_ended',
    'recurring_installments',
    'recurring_next_run',
    'recurring_status',
    'producttransaction_refund_approval',
    'refundapproval_account',
    'refundapproval_amount',
    'taken_back_amount',
    'taken_back_attempt_key',
  ],
  'who meets it does something else instead: a decline, the first answer once more, nothing': [
    'page_attempt_pkey',
    'quick_invoice_reminder_pkey',
    'recurring_notice_pkey',
    'recurring_run_pkey',
    'signature_use_pkey',
    'transaction_dup_key',
    'velocity_use_within_amount',
    'velocity_use_within_items',
  ],
}

test('what can refuse a request is read by its caller as a refusal', () => {
  const told = new Set(t.app.engine.registry.nouns.flatMap(({ resource }) => Object.keys(resource.constraints)))
  const asked = new Set(ATTACKS.map(({ breaks, named = breaks }) => named))
  const inside = Object.values(INSIDE).flat()
  const foreign = rules.filter(({ kind }) => kind === 'foreign').map(({ name }) => name)
  assert.deepEqual(
    [...asked].filter(name => ![...inside, ...foreign].includes(name) && !told.has(name)),
    [],
  )
  assert.deepEqual(
    inside.filter(name => told.has(name)),
    [],
    'told, and listed as if it were not',
  )
})

import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BankEntry } from '../../sandbox/bank/bank-ledger.ts'
import { changesFile, returnsFile } from '../../sandbox/bank/returned-files.ts'
import type { Timeline } from '../../sandbox/clock.ts'
import { sandboxBank } from '../../src/boot/sandbox.ts'
import { addBankingDays, bankDate } from '../../src/lib/banking-day.ts'
import type { NachaFile } from '../../src/nacha/model.ts'
import { readNacha } from '../../src/nacha/read-nacha.ts'
import type { BankContext } from '../../src/payments/bank/bank-context.ts'
import { vaulting } from '../../src/payments/vault/vault.ts'
import type { Json, TestApp } from './app.ts'
import { debitBody, paid } from './payments.ts'

/** The bank's day: `2027-11-24T10:00` in New York, as Unix seconds. */
export function bankTime(text: string): number {
  return Temporal.ZonedDateTime.from(`${text}[America/New_York]`).epochMilliseconds / 1000
}

/** Moves the clock to a time of the bank's day, with everything that falls due until then. */
export function goTo(t: TestApp, text: string): Promise<Timeline> {
  return t.clock.moveTo(bankTime(text), t.app.worker)
}

/** Moves the clock to the morning of the bank's next Monday after which no holiday comes for two weeks. */
export async function goToQuietMonday(t: TestApp): Promise<void> {
  const isQuiet = (day: Temporal.PlainDate) =>
    day.dayOfWeek === 1 && addBankingDays(day, 10).equals(day.add({ days: 14 }))
  let day = bankDate(t.clock.seconds()).add({ days: 1 })
  while (!isQuiet(day)) day = day.add({ days: 1 })
  await goTo(t, `${day}T10:00`)
}

/** Refunds of the first merchant's bank debits leave with the next file. */
export async function withoutRefundHold(t: TestApp): Promise<void> {
  const velocity_settings = { refund_hold_days: 0 }
  await t.api.producttransactions.update(t.merchants[0].ach_product_transaction_id, { velocity_settings })
}

/** A debit of the first merchant from an account of this number. */
export function debit(t: TestApp, over: Json = {}): Promise<Json> {
  return paid(t.api, debitBody(t.merchants[0].ach_product_transaction_id, over))
}

/** The statuses a payment went through, in their order. */
export async function historyOf(t: TestApp, id: string): Promise<number[]> {
  const rows = await t.db.query<{ status_id: number }>(
    'select status_id from transactionhistory where transaction_id = $1 order by id',
    [id],
  )
  return rows.map(({ status_id }) => status_id)
}

/** The files the sandbox's bank has taken away, oldest first, read. It has no folder before the first one. */
export function takenFiles(t: TestApp): { name: string; text: string; file: NachaFile }[] {
  const folder = join(t.home, 'bank', 'taken')
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .toSorted()
    .map(name => {
      const text = readFileSync(join(folder, name), 'latin1')
      const reading = readNacha(text)
      assert.ok('file' in reading, 'problems' in reading ? JSON.stringify(reading.problems) : '')
      return { name, text, file: reading.file }
    })
}

/** The bank returns an entry of a payment, or sends a change of it; `over` makes it wrong. */
export async function sendBack(
  t: TestApp,
  transaction_id: string,
  code: string,
  over: Partial<BankEntry> = {},
  name = `by-hand-${code}-${transaction_id}.ach`,
): Promise<void> {
  const [own] = await t.db.query<{ odfi_id: string; sequence: number }>(
    'select odfi_id, sequence from ach_entry where transaction_id = $1 order by presentment desc limit 1',
    [transaction_id],
  )
  const trace = `${own!.odfi_id}${String(own!.sequence).padStart(7, '0')}`
  const entry = t.bank.book.entries().find(each => each.trace === trace)
  assert.ok(entry, `the bank knows no entry ${trace}`)
  const file = (code.startsWith('R') ? returnsFile : changesFile)([{ ...entry, code, ...over }], t.clock.seconds())
  writeFileSync(join(t.home, 'bank', 'incoming', name), file)
  await t.settle()
}

/** A stored bank account of a person, at the first merchant. */
export async function bankVault(t: TestApp, account_number: string, over: Json = {}): Promise<Json> {
  const accountvault = {
    payment_method: 'ach',
    location_id: t.merchants[0].location_id,
    contact_id: t.merchants[0].contact_id,
    account_number,
    routing: '072000326',
    account_holder_name: 'Wilma Testperson',
    account_type: 'checking',
    is_company: false,
    ach_sec_code: 'WEB',
    ...over,
  }
  return t.api.accountvaults.create(accountvault)
}

/** A debit of a stored account. */
export function byVault(t: TestApp, account_vault_id: string, over: Json = {}): Json {
  return {
    action: 'debit',
    payment_method: 'ach',
    product_transaction_id: t.merchants[0].ach_product_transaction_id,
    account_vault_id,
    transaction_amount: '25.00',
    ...over,
  }
}

/** What bank payments work with, for tests that call their steps themselves. It logs nothing and warns nobody. */
export function bankContext({ home, db, clock, cipher, app }: TestApp): BankContext {
  const quiet = () => undefined
  return {
    ...sandboxBank(home).connection,
    ...{ db, clock, cipher },
    store: app.store,
    vaulting: vaulting({ db, cipher, clock }),
    log: { error: quiet, warn: quiet, info: quiet },
    raise: async () => 0,
  }
}

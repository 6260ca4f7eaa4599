import { parseArgs } from 'node:util'
import { launchConnectors } from '../../boot/mode.ts'
import type { Database } from '../../db/database.ts'
import { systemCaller } from '../../definition/caller.ts'
import { ROOTLESS, recordEvents } from '../../events/record-events.ts'
import { counted } from '../../lib/counted.ts'
import { newId } from '../../lib/id.ts'
import { formatMoney } from '../../lib/money.ts'
import { unsealing } from '../../payments/lifecycle/routing.ts'
import type { Clock } from '../../ports/clock.ts'
import { gatewayClock, type Operator } from '../operator.ts'
import {
  type BankChoice,
  type BankPayments,
  bankPayments,
  holdBankPayments,
  releaseBankPayments,
} from './bank-payments.ts'
import { type Differences, listDifferences } from './list-differences.ts'

const OPTIONS = {
  since: { type: 'string', default: '' },
  accept: { type: 'boolean', default: false },
  'bank-payments': { type: 'string', default: '' },
} as const

/** Orders of the two days before a backup are compared too: their outcomes may have come later. */
const MARGIN_SECONDS = 2 * 86_400
/** Orders per event of the audit trail. */
const MOST_NOTED = 500

/**
 * Compares stored payments with what the processor knows. Changes nothing but the mark that keeps a restored gateway
 * from starting.
 */
export function reconcile(args: string[]): (operator: Operator) => Promise<void> {
  const { since, accept, 'bank-payments': choice } = parseArgs({ args, options: OPTIONS }).values
  const from = since ? secondsOf(since) : null
  if (!isChoice(choice)) throw new Error('--bank-payments must be send or hold')
  return async ({ db, clock: machine, config, shutdown, print, ring }) => {
    const clock = await gatewayClock(db, machine)
    const waiting = await restoredTo(db)
    const begin = from ?? (waiting === null ? 0 : waiting - MARGIN_SECONDS)
    const processors = unsealing(ring, await launchConnectors(config, shutdown))
    const found = await listDifferences(db, processors, begin, clock.seconds())
    // The clock of a lost sandbox may have been ahead.
    const now = Math.max(clock.seconds(), ...found.unrecorded.map(({ ts }) => ts))
    const bank = waiting === null && from === null ? NOTHING : await bankPayments(db, now)
    for (const line of [...linesOf(found, begin), ...bankLines(bank)]) print(line)
    refuse(found, bank, { accept, choice, is_restored: waiting !== null || from !== null })
    const restored = waiting !== null ? 'noted' : from !== null ? 'to a moment' : null
    if (waiting !== null || accept) await close({ db, clock }, { found, since: begin, now, bank, choice, restored })
    print(waiting === null ? 'compared' : 'compared: the gateway may start')
  }
}

const NOTHING: BankPayments = { waiting: [], files: [] }

function isChoice(text: string): text is BankChoice | '' {
  return text === '' || text === 'send' || text === 'hold'
}

/** Throws while there are differences to review or decisions to make. */
function refuse(
  found: Differences,
  { waiting, files }: BankPayments,
  { accept, choice, is_restored }: { accept: boolean; choice: BankChoice | ''; is_restored: boolean },
): void {
  const differences = found.unrecorded.length + found.unseen.length + found.differing.length
  const undecided = waiting.length + files.length > 0 && choice === ''
  const difference = [
    ...(differences > 0 && !accept
      ? [`${counted(differences, 'difference')}: docs/backup.md says what to do about each`]
      : []),
    ...(found.silent.length > 0 && is_restored && !accept
      ? [`what ${found.silent.join(', ')} took since the backup has to be compared with its own report`]
      : []),
    ...(undecided ? ['bank payments may have left since the backup: decide with --bank-payments send or hold'] : []),
  ]
  if (difference.length > 0)
    throw new Error(`${difference.join('; ')}. Then run reconcile --accept, which keeps this list in the audit trail`)
}

/** Returns the moment of the oldest backup that was restored and not reconciled; null when there is none. */
async function restoredTo(db: Database): Promise<number | null> {
  const [row] = await db.query<{ taken_ts: number | null }>(
    'select min(taken_ts) as taken_ts from restoration where reconciled_ts is null',
  )
  return row?.taken_ts ?? null
}

function linesOf({ unrecorded, unseen, differing, open, same, silent }: Differences, since: number): string[] {
  const taken = unrecorded.filter(({ result }) => result === 'approved')
  const refused = unrecorded.filter(({ result }) => result !== 'approved')
  return [
    `compared since ${momentOf(since)}: ${counted(same, 'order is', 'orders are')} the same, ${counted(open, 'is', 'are')} open and will be asked about`,
    ...section(
      `${counted(taken.length, 'order that the processor approved is', 'orders that the processor approved are')} not stored here`,
      taken.map(({ reference, action, amount, ts }) => `${momentOf(ts)} ${action} ${formatMoney(amount)} ${reference}`),
    ),
    ...section(
      `${counted(refused.length, 'order that the processor declined is', 'orders that the processor declined are')} not stored here`,
      refused.map(
        ({ reference, action, amount, ts }) => `${momentOf(ts)} ${action} ${formatMoney(amount)} ${reference}`,
      ),
    ),
    ...section(
      `${counted(unseen.length, 'order that is approved here is', 'orders that are approved here are')} unknown to the processor: is it the right one?`,
      unseen.map(({ id, action, amount }) => `${action} ${formatMoney(BigInt(amount))} ${id}`),
    ),
    ...section(
      `${counted(differing.length, 'order is', 'orders are')} known differently`,
      differing.map(
        ({ order, difference }) =>
          `${momentOf(order.ts)} ${order.action} ${formatMoney(order.amount)} ${order.reference}: ${order.result} there, ${difference}`,
      ),
    ),
    ...silent.map(name => `the processor ${name} cannot say what it knows: compare with its own report`),
  ]
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [`${title}:`, ...lines.map(line => `  ${line}`)]
}

function bankLines({ waiting, files }: BankPayments): string[] {
  return [
    ...section(
      `${counted(waiting.length, 'bank payment')} would leave with the next file, and may have left in one since the backup`,
      waiting.map(({ id, amount }) => `${amount === null ? 'micro-deposits' : formatMoney(amount)} ${id}`),
    ),
    ...section(`${counted(files.length, 'file')} would be given to the bank, and may have been`, files),
  ]
}

interface Findings {
  found: Differences
  since: number
  now: number
  bank: BankPayments
  choice: BankChoice | ''
  /** The database knows that it was restored, but not where the log of PostgreSQL brought it to a moment. */
  restored: 'noted' | 'to a moment' | null
}

/** Records the differences in the audit trail, the only place that will ever name payments whose records are lost. */
async function close(
  { db, clock }: { db: Database; clock: Clock },
  { found, since, now, bank, choice, restored }: Findings,
): Promise<void> {
  const entries = [
    ...found.unrecorded.map(order => ({ ...order, amount: formatMoney(order.amount), books: 'unknown' })),
    ...found.differing.map(({ order, difference }) => ({
      ...order,
      amount: formatMoney(order.amount),
      books: difference,
    })),
    ...found.unseen.map(({ id, action, amount }) => ({
      reference: id,
      action,
      amount: formatMoney(BigInt(amount)),
      books: 'approved',
      result: 'never seen',
    })),
  ]
  const pages = Array.from({ length: Math.ceil(entries.length / MOST_NOTED) || 1 }, (_, page) =>
    entries.slice(page * MOST_NOTED, (page + 1) * MOST_NOTED),
  )
  const noted = pages.map(orders => ({
    caller: systemCaller(ROOTLESS, 'operator'),
    location_id: null,
    noun: 'restoration',
    record_id: 'restoration',
    verb: 'updated',
    details: { since, same: found.same, open: found.open, orders, bank_payments: { choice, ...bank } },
  }))
  await db.transaction(async tx => {
    await recordEvents(tx, clock, noted)
    if (choice === 'hold') await holdBankPayments(tx, bank, now)
    if (choice === 'send') await releaseBankPayments(tx, now)
    if (restored === 'to a moment') await tx.run(NOTE, [newId(clock.now()), since, clock.seconds()])
    await tx.run('update restoration set reconciled_ts = $1, known_until_ts = $2 where reconciled_ts is null', [
      clock.seconds(),
      now,
    ])
    if (restored === null) return
    await tx.run(LOST, [JSON.stringify(found.lost.map(order => ({ ...order, amount: order.amount.toString() })))])
    await tx.run(DOUBT, [now])
  })
}

const NOTE = 'insert into restoration (id, taken_ts, restored_ts) values ($1, $2, $3)'

const LOST = `
insert into lost_order (processor_account_id, processor_reference, root_id, reference, amount, last_four, ts)
select processor_account_id, processor_reference, root_id, reference, amount, last_four, ts
  from json_populate_recordset(null::lost_order, $1)
    on conflict do nothing`

/** The lost gateway may have sent attempts that were open in the backup again. */
const DOUBT = `
update attempt a
   set sent_ts = greatest(coalesce(a.sent_ts, a.created_ts), $1),
       is_doubtful = a.is_doubtful or a.purpose = 'order' and (t.recurring_id is not null or t.payment_method = 'ach')
  from transaction t
 where t.root_id = a.root_id and t.id = a.transaction_id and (a.state in ('pending', 'unknown') or a.watch_ts is not null)`

function momentOf(seconds: number): string {
  return Temporal.Instant.fromEpochMilliseconds(seconds * 1000).toString({ smallestUnit: 'second' })
}

function secondsOf(text: string): number {
  const ms = Date.parse(text)
  if (Number.isNaN(ms)) throw new Error('--since must be a moment such as 2026-01-31T12:00:00Z')
  return Math.floor(ms / 1000)
}

import { parseArgs } from 'node:util'
import { launchConnectors } from '../boot/mode.ts'
import type { Database } from '../db/database.ts'
import { systemCaller } from '../definition/caller.ts'
import { counted } from '../lib/counted.ts'
import { unsealing } from '../payments/lifecycle/routing.ts'
import { compareBankFiles } from '../payments/reconciliation/compare-bank-files.ts'
import { compareBatch } from '../payments/reconciliation/compare-batch.ts'
import { connectedNow } from '../payments/reconciliation/connected.ts'
import { compareProcessor } from '../payments/reconciliation/nightly.ts'
import { type DiscrepancyRow, discrepancy } from '../resources/discrepancy/discrepancy.ts'
import { gatewayClock, type Operator } from './operator.ts'
import { operatorStore } from './operator-store.ts'

const OPTIONS = {
  look: { type: 'boolean', default: false },
  days: { type: 'string', default: '7' },
  explain: { type: 'string', default: '' },
  note: { type: 'string', default: '' },
  merchant: { type: 'string', default: '' },
  json: { type: 'boolean', default: false },
} as const

const LONGEST_NOTE = 512
const DAY = 86_400
const CHUNK = 200

/**
 * Lists the open differences between the books and processors, banks and terminals. `--look` compares everything now,
 * every batch, and the orders and settlements of some days, and fails when anything differs. `--explain` closes one
 * with a note.
 */
export function discrepancies(args: string[]): (operator: Operator) => Promise<void> {
  const { look, days, explain, note, merchant, json } = parseArgs({ args, options: OPTIONS }).values
  if (!/^\d{1,4}$/.test(days)) throw new Error('--days must be a number of days')
  if ((explain !== '') !== (note !== '')) throw new Error('--explain ID needs --note "What was found out"')
  if (note.length > LONGEST_NOTE) throw new Error(`--note may have ${LONGEST_NOTE} characters`)
  return async operator => {
    if (explain !== '') return explainOne(operator, explain, note)
    if (look) await lookNow(operator, Number(days))
    const rows = await openOnes(operator.db, merchant)
    for (const line of json ? [JSON.stringify(rows)] : linesOf(rows)) operator.print(line)
    if (look && rows.length > 0) throw new Error(`${counted(rows.length, 'discrepancy is', 'discrepancies are')} open`)
  }
}

async function explainOne(operator: Operator, id: string, note: string): Promise<void> {
  const [found] = await operator.db.query<{ root_id: string }>('select root_id from discrepancy where id = $1', [id])
  if (!found) throw new Error(`there is no discrepancy ${id}`)
  const clock = await gatewayClock(operator.db, operator.clock)
  const store = operatorStore({ ...operator, clock })
  await store.transaction({ caller: systemCaller(found.root_id, 'operator') }, async work => {
    const row = await work.lock(discrepancy, id)
    if (!row || row.status === 'gone') throw new Error(`${id} is no difference any more`)
    const set = { status: 'explained', note, explained_ts: clock.seconds(), notice_ts: null } as const
    await work.update(discrepancy, row, set, { verb: 'explained' })
  })
  operator.print(`${id} is explained`)
}

async function lookNow(operator: Operator, days: number): Promise<void> {
  const { db, config, shutdown, log, print, ring } = operator
  const clock = await gatewayClock(db, operator.clock)
  const processors = unsealing(ring, await launchConnectors(config, shutdown))
  const context = { db, clock, log, processors, store: operatorStore({ ...operator, clock }) }
  const batches = { compared: 0, alone: 0, differing: 0 }
  for await (const batch of batchesOf(db)) batches[(await compareBatch(context, batch, 'hand')).verdict] += 1
  const since = clock.seconds() - days * DAY
  const wrong: unknown[] = []
  for (const connected of await connectedNow(db, processors, clock.seconds()))
    await compareProcessor(
      context,
      connected,
      { since, until: clock.seconds() + 1 },
      'hand',
      async () => undefined,
    ).catch(error => wrong.push(error))
  await compareBankFiles(context, since, 'hand')
  print(
    `${counted(batches.compared, 'batch fits its', 'batches fit their')} payments and the processor's files; ${counted(batches.alone, 'fits its', 'fit their')} payments, and nothing was settled there or there are no files; ${counted(batches.differing, 'differs', 'differ')}`,
  )
  if (wrong.length > 0) throw wrong[0]
}

/** Returns all batches in the order of their ids. */
async function* batchesOf(db: Database) {
  let last = ''
  for (;;) {
    const rows = await db.query<{ id: string; root_id: string }>(
      `select id, root_id from transactionbatch where id > $1 order by id limit ${CHUNK}`,
      [last],
    )
    if (rows.length === 0) return
    yield* rows
    last = rows.at(-1)!.id
  }
}

type Shown = Pick<
  DiscrepancyRow,
  | 'id'
  | 'root_id'
  | 'location_id'
  | 'kind'
  | 'reference'
  | 'transaction_batch_id'
  | 'transaction_id'
  | 'ours'
  | 'theirs'
> & { created_ts: number }

const MOST_SHOWN = 10_000

function openOnes(db: Database, merchant: string): Promise<Shown[]> {
  return db.query<Shown>(
    `select id, root_id, location_id, kind, reference, transaction_batch_id, transaction_id, ours, theirs, created_ts
       from discrepancy where status = 'open' and ($1 = '' or root_id = $1) order by id limit ${MOST_SHOWN}`,
    [merchant],
  )
}

function linesOf(rows: readonly Shown[]): string[] {
  if (rows.length === 0) return ['nothing differs']
  return rows.map(
    ({ id, location_id, kind, reference, transaction_batch_id, transaction_id, ours, theirs, created_ts }) => {
      const about = [
        transaction_batch_id && `batch ${transaction_batch_id}`,
        transaction_id && `transaction ${transaction_id}`,
        reference && reference !== transaction_id && `reference ${reference}`,
        location_id ? `at ${location_id}` : 'of no merchant',
      ]
      const since = Temporal.Instant.fromEpochMilliseconds(created_ts * 1000).toString({ smallestUnit: 'second' })
      const what = [kind, ...about.filter(Boolean)].join(' ')
      return `${id} ${what} since ${since}\n  ${ours ?? 'nothing'} here, ${theirs ?? 'nothing'} there`
    },
  )
}

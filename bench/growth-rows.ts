import type { Database } from '../src/db/database.ts'
import { COPY, copyRows } from './copy-rows.ts'
import type { Gateway } from './gateway.ts'
import type { OwnDatabase } from './own-database.ts'
import { sell, send } from './sales.ts'

/** One record of each kind, made through the API; all others are copies of them. */
export interface FirstRows {
  contact: string
  quickinvoice: string
  transaction: string
  recurring: string
  postback_log: string
}

/** Other merchants, who share the half of all rows that is not the first merchant's. */
const OTHERS = 199
/** Rows of a table that are made in a day: a table that is larger goes back further. */
const A_DAY = 1_000
const DAY = 86_400

/** Makes the rows that are copied, with a configuration that has contacts told to `url`. */
export async function makeFirst(gateway: Gateway, db: Database, url: string): Promise<FirstRows> {
  const { location_id, cc_product_transaction_id } = gateway.sandbox.merchants[0]!
  const make = async (noun: string, body: object): Promise<string> => {
    const answer = await send(gateway, 0, 'POST', `${noun}s`, { [noun]: { location_id, ...body } })
    if (answer.status !== 201) throw new Error(`${noun}: ${JSON.stringify(answer.body)}`)
    return answer.body[noun]!.id
  }
  await make('postbackconfig', { resource: 'contact', url, on_create: 1 })
  const contact = await make('contact', { last_name: 'Growth', email: 'growth@payer.example' })
  const card = { payment_method: 'cc', account_number: '4111111111111111', exp_date: '1249' }
  const account_vault_id = await make('accountvault', { contact_id: contact, ...card })
  const plan = { transaction_amount: '10.00', interval: 1, interval_type: 'm', start_date: '2099-01-01' }
  const product_transaction_id = cc_product_transaction_id
  const recurring = await make('recurring', { ...plan, account_vault_id, product_transaction_id })
  const invoice = { title: 'First', due_date: '2026-12-31', item_list: { Work: 10 } }
  const quickinvoice = await make('quickinvoice', invoice)
  const sale = await sell(gateway, 0)
  const sent = 'select l.id from postback_log l join postback_attempt a on a.postback_log_id = l.id limit 1'
  for (;;) {
    const [log] = await db.query<{ id: string }>(sent)
    if (log) return { contact, quickinvoice, transaction: sale.body.transaction!.id, recurring, postback_log: log.id }
  }
}

interface Filled {
  table: string
  id: string
  vary: Record<string, string>
}

const MOST_OFTEN = `n % 2 = 0`
const OTHER = `lpad(to_hex(n % ${OTHERS}), 24, 'f')`
/** SQL: columns that every copy has values of its own for. Older rows have greater numbers. */
const PLACE = {
  root_id: `case when ${MOST_OFTEN} then t.root_id else ${OTHER} end`,
  location_id: `case when ${MOST_OFTEN} then t.location_id else ${OTHER} end`,
  created_ts: `t.created_ts - n::bigint * ${DAY / A_DAY}`,
}
const CHANGED = { modified_ts: `t.modified_ts - n::bigint * ${DAY / A_DAY} + n % 7919` }
/** SQL: the id of the same record as the n-th of another table. */
const some = (every: number): string => `'0000000' || lpad(to_hex(n / ${every}), 17, '0')`

async function filled(db: Database, first: FirstRows): Promise<Filled[]> {
  const one = async (text: string, id: string) => (await db.query<{ id: string }>(text, [id]))[0]!.id
  const event = await one(`select id from event where record_id = $1 and verb = 'created'`, first.quickinvoice)
  const attempt = await one('select id from attempt where transaction_id = $1', first.transaction)
  const post = await one('select id from postback_attempt where postback_log_id = $1', first.postback_log)
  return [
    { table: 'contact', id: first.contact, vary: { ...PLACE, ...CHANGED, last_name: `'Payer ' || md5(n::text)` } },
    {
      table: 'quickinvoice',
      id: first.quickinvoice,
      vary: {
        ...{ ...PLACE, ...CHANGED },
        title: `'Invoice ' || md5(n::text)`,
        due_date: `date '2026-01-01' + n % 365`,
      },
    },
    {
      table: 'transaction',
      id: first.transaction,
      vary: {
        ...{ ...PLACE, ...CHANGED },
        reference: COPY,
        instrument_id: COPY,
        dup_key: 'null',
        transaction_batch_id: some(A_DAY),
        recurring_id: `case when n % 10 = 0 then ${some(100)} end`,
        recurring_number: `case when n % 10 = 0 then n / 10 end`,
        order_num: `md5(n::text)::varchar(12)`,
        last_four: `lpad((n * 7 % 9973)::text, 4, '0')`,
      },
    },
    {
      table: 'attempt',
      id: attempt,
      vary: { root_id: PLACE.root_id, transaction_id: COPY, created_ts: PLACE.created_ts },
    },
    // What was sealed long ago: the sealing has come further than transaction 0.
    { table: 'event', id: event, vary: { ...PLACE, record_id: COPY, xid: '0' } },
    {
      table: 'recurring',
      id: first.recurring,
      vary: { ...PLACE, ...CHANGED, due_ts: `t.due_ts + n % ${365 * DAY}` },
    },
    {
      table: 'postback_log',
      id: first.postback_log,
      vary: {
        ...{ ...PLACE, ...CHANGED },
        resource_id: COPY,
        event_id: COPY,
        message_id: COPY,
        place: '-n',
        postback_config_id: `case when ${MOST_OFTEN} then t.postback_config_id else ${OTHER} end`,
      },
    },
    {
      table: 'postback_attempt',
      id: post,
      vary: {
        ...{ ...PLACE, ...CHANGED },
        postback_log_id: COPY,
        postback_config_id: `case when ${MOST_OFTEN} then t.postback_config_id else ${OTHER} end`,
      },
    },
  ]
}

const TALLIED = ['contact', 'quickinvoice', 'transaction', 'recurring']

/** Brings each table from `from` copies to `count`: half of them the first merchant's, the rest of many others. */
export async function fillTo(own: OwnDatabase, first: FirstRows, from: number, count: number): Promise<void> {
  const { db, patiently } = own
  for (const { table, id, vary } of await filled(db, first)) {
    const indexes = await dropIndexes(db, table)
    await copyRows(db, { table, id, vary, from, count })
    for (const definition of indexes) await patiently(definition)
    if (TALLIED.includes(table)) await addTally(db, table, from, count)
    await patiently(`vacuum analyze ${table}`)
  }
  await db.run('vacuum analyze tally')
  await patiently('checkpoint')
}

/** To build an index takes a fraction of adding a million entries one by one. Returns the statements that do. */
async function dropIndexes(db: Database, table: string): Promise<string[]> {
  const indexes = await db.query<{ name: string; definition: string }>(
    `select x.indexrelid::regclass::text as name, replace(pg_get_indexdef(x.indexrelid), ' ON ONLY ', ' ON ') as definition
       from pg_index x
      where x.indrelid = $1::regclass and not exists (select from pg_constraint k where k.conindid = x.indexrelid)`,
    [table],
  )
  for (const { name } of indexes) await db.run(`drop index ${name}`)
  return indexes.map(({ definition }) => definition)
}

async function addTally(db: Database, table: string, from: number, count: number): Promise<void> {
  const id = (n: string) => `'0000000' || lpad(to_hex(${n}), 17, '0')`
  await db.run(
    `insert into tally (noun, root_id, place, shard, records)
     select $1, root_id, location_id, 0, count(*) from ${table}
      where id > ${id('$2::int')} and id <= ${id('$3::int')} group by root_id, location_id
     on conflict (noun, root_id, place, shard) do update set records = tally.records + excluded.records`,
    [table, from, count],
  )
}

/** The id of the n-th copy. */
export function copyId(n: number): string {
  return `0000000${n.toString(16).padStart(17, '0')}`
}

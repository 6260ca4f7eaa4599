import { readFile } from 'node:fs/promises'
import Fastify from 'fastify'
import pg from 'pg'
import type { Endpoint } from '../../sandbox/sidecar/endpoint.ts'
import { newId } from '../../src/lib/id.ts'
import type { Recording, Write } from './payment-floor.ts'

/**
 * The floor of a payment. For each request it writes the rows of a recorded payment in two commits (one statement each)
 * and sends an order to a processor simulator between them. Rows and indexes are the gateway's. There are no rules,
 * triggers, foreign keys, reads or batched statements.
 */
const http = process.getBuiltinModule('node:http')
const [url, endpoint, recorded] = process.argv.slice(2) as [string, string, string]
const { intent, outcome } = JSON.parse(recorded) as Recording
const writes = [...intent, ...outcome]
const processor = JSON.parse(await readFile(endpoint, 'utf8')) as Endpoint
/** Forces PostgreSQL to find rows by key before it has statistics for the new tables. */
const BY_KEY = '-c enable_seqscan=off -c enable_hashjoin=off -c enable_mergejoin=off -c enable_bitmapscan=off'
const CLIENTS = 16
const pool = new pg.Pool({ connectionString: url, max: CLIENTS, options: BY_KEY, idleTimeoutMillis: 0 })
for (const table of new Set(writes.map(each => each.table))) await copyTable(table)

/** Creates an empty table with the same indexes. Only the primary key stays unique, because values repeat. */
async function copyTable(table: string): Promise<void> {
  await pool.query(`drop table if exists floor.${table}`)
  await pool.query(`create table floor.${table} (like ${table} including indexes)`)
  const { rows } = await pool.query<{ index: string; definition: string; name: string | null }>(
    `select i.indexrelid::regclass::text as index, pg_get_indexdef(i.indexrelid) as definition, conname as name
       from pg_index i left join pg_constraint on conindid = i.indexrelid
      where i.indrelid = 'floor.${table}'::regclass and i.indisunique and not i.indisprimary`,
  )
  for (const { index, definition, name } of rows) {
    await pool.query(name ? `alter table floor.${table} drop constraint ${quoted(name)}` : `drop index ${index}`)
    await pool.query(definition.replace('CREATE UNIQUE', 'CREATE'))
  }
}

type Ids = ReadonlyMap<string, string>

const ID = /^[0-9a-f]{24}$/
/** Ids that are new for each payment. */
const minted = new Set(writes.filter(isMinted).map(({ row }) => row.id as string))
/** Ids of existing rows, and ids in the keys of rows without an id of their own. */
const shared = new Set(
  writes
    .flatMap(({ key, row }) => key.map(column => String(row[column])))
    .filter(value => ID.test(value) && !minted.has(value)),
)

/** Whether this is a new row with its own id. */
function isMinted({ key, changed, row }: Write): boolean {
  return changed.length === 0 && key.includes('id') && ID.test(String(row.id))
}

const newIds = (of: ReadonlySet<string>): [string, string][] => [...of].map(id => [id, newId(Date.now())])

/** Returns a function that writes the row as JSON with other ids. */
function template(row: Write['row']): (ids: Ids) => string {
  const parts = JSON.stringify(row).split(new RegExp(`(${[...minted, ...shared].join('|')})`))
  return ids => parts.map((part, index) => (index % 2 === 0 ? part : ids.get(part)!)).join('')
}

function commitOf(name: string, some: readonly Write[]): (ids: Ids) => Promise<unknown> {
  const rows = some.map(({ key, changed, row }) =>
    template(
      changed.length > 0 ? Object.fromEntries([...key, ...changed].map(each => [each, row[each] ?? null])) : row,
    ),
  )
  const text = `with ${some.map((write, index) => `w${index} as (${statementOf(write, index + 1)})`).join(', ')} select`
  return ids => pool.query({ name, text, values: rows.map(row => row(ids)) })
}

function statementOf(write: Write, parameter: number): string {
  const { table, key, changed, row } = write
  if (changed.length > 0) {
    const set = changed.map(column => `${quoted(column)} = n.${quoted(column)}`).join(', ')
    const where = key.map(column => `t.${quoted(column)} = n.${quoted(column)}`).join(' and ')
    return `update floor.${table} t set ${set} from ${rowOf(table, parameter)} where ${where}`
  }
  if (isMinted(write)) return insertOf(table, row, parameter)
  const others = Object.keys(row).filter(column => !key.includes(column))
  const again = others.map(column => `${quoted(column)} = excluded.${quoted(column)}`).join(', ')
  return `${insertOf(table, row, parameter)} on conflict (${key.map(quoted).join(', ')}) do update set ${again}`
}

function insertOf(table: string, row: Write['row'], parameter: number): string {
  const columns = Object.keys(row).map(quoted).join(', ')
  return `insert into floor.${table} (${columns}) select ${columns} from ${rowOf(table, parameter)}`
}

const rowOf = (table: string, parameter: number): string =>
  `json_populate_record(null::floor.${table}, $${parameter}) n`

function quoted(column: string): string {
  return pg.escapeIdentifier(column)
}

/** Existing rows that a payment changes. */
const found = new Map(
  writes
    .filter(({ changed, row }) => changed.length > 0 && !minted.has(row.id as string))
    .map(write => [`${write.table} ${write.row.id}`, write]),
)
const free: Ids[] = []

/**
 * Creates the rows that one payment at a time changes. Concurrent payments need separate rows, or each would wait for
 * the commit of another. The gateway's payments do not wait, because it writes them in one batch.
 */
async function openLane(): Promise<Ids> {
  const ids = new Map(newIds(shared))
  for (const { table, row } of found.values()) await pool.query(insertOf(table, row, 1), [template(row)(ids)])
  return ids
}

const writeIntent = commitOf('intent', intent)
const writeOutcome = commitOf('outcome', outcome)
const payment = outcome.find(({ table, row }) => table === 'transaction' && minted.has(row.id as string))!.row

async function pay(): Promise<string> {
  const lane = free.pop() ?? (await openLane())
  const ids = new Map([...lane, ...newIds(minted)])
  const id = ids.get(payment.id as string)!
  await writeIntent(ids)
  await order(id)
  await writeOutcome(ids)
  free.push(lane)
  return id
}

const CARD = { kind: 'card', number: '4111111111111111', brand: 'visa', exp_date: '1249' }
const agent = new http.Agent({ keepAlive: true })

/** Orders a sale for every kind of payment: the processor's work is the same. */
function order(reference: string): Promise<unknown> {
  const body = { reference, action: 'sale', amount: '1100', instrument: CARD, initiation: { by: 'payer' } }
  const headers = { authorization: `Bearer ${processor.secret}`, 'content-type': 'application/json' }
  return new Promise((resolve, reject) => {
    const asking = http.request(`${processor.address}/orders`, { agent, method: 'POST', headers }, response => {
      let answer = ''
      response.setEncoding('utf8')
      response.on('data', chunk => {
        answer += chunk
      })
      response.on('end', () => {
        if (response.statusCode === 200) resolve(JSON.parse(answer))
        else reject(new Error(`the simulator answered ${response.statusCode}`))
      })
    })
    asking.on('error', reject)
    asking.end(JSON.stringify(body))
  })
}

const app = Fastify()
app.post('/', async (_, reply) => {
  const id = await pay()
  return reply.code(201).send({ transaction: { ...payment, id } })
})
await app.listen({ port: 0, host: '127.0.0.1' })
process.stdout.write(`floor ready at http://127.0.0.1:${(app.server.address() as { port: number }).port}\n`)
process.on('SIGTERM', () => process.exit(0))

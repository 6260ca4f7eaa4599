// biome-ignore-all lint/style/noRestrictedGlobals: how long a transaction is open
import type { Logger } from 'pino'
import type { Database } from '../db/database.ts'
import { merchantTurns } from '../db/merchant-turns.ts'
import { systemCaller } from '../definition/caller.ts'
import { columnsOf, hydrate, quoted } from '../engine/columns.ts'
import type { Engine } from '../engine/engine.ts'
import { show } from '../engine/read.ts'
import { Refusal, Unavailable } from '../lib/problem.ts'
import { redactText } from '../lib/redact-text.ts'
import { POSTBACK } from '../resources/postback_log/postback_log.ts'

/**
 * Whose view of a record is rendered: a location tree, and the location in it whose own and lower records are visible.
 */
interface View {
  root_id: string
  location_id: string
}

interface OutboxRow extends View {
  id: string
  resource: string
  expands: string | null
  record: string
}

interface RenderParts {
  db: Database
  engine: Engine
  log: Logger
}

const CHUNK = 200
/**
 * After so long the transaction ends with what is rendered. It is idle meanwhile, since other connections read what is
 * shown, and PostgreSQL ends it after six seconds: 200 records of as many merchants are as many rounds of queries.
 */
const MOST_MS = 2_000

const TURNS = merchantTurns({
  table: 'postback_log',
  kinds: ['md5(root_id)'],
  open: 'data is null and next_run_ts is not null',
  order: 'place',
  due: 'place is not null',
  most: String(CHUNK),
})

/**
 * Renders the records of new outbox messages, once for all attempts. It does so before they are due, so that expands
 * show the state at the time of the event, also where a postback waits behind another one. They show no more than the
 * user who last changed the configuration may read. Returns how many were rendered.
 */
export async function renderPostbacks({ db, engine, log }: RenderParts, most_ms = MOST_MS): Promise<number> {
  return db.transaction(async tx => {
    const rows = await tx.query<OutboxRow>(
      `with recursive ${TURNS}
       select log.id, log.root_id, coalesce(setter.primary_location_id, log.root_id) as location_id, log.resource, log.expands,
              log.record::text as record
         from turn join postback_log log on log.id = turn.id
         join postbackconfig config on config.id = log.postback_config_id
         left join "user" setter on setter.id = config.modified_user_id
        where log.id = any(array(select id from turn)) and log.data is null and log.next_run_ts is not null
        order by turn.place limit ${CHUNK} for update of log skip locked`,
    )
    if (rows.length === 0) return 0
    const rendered: { id: string; data: string }[] = []
    const broken: string[] = []
    const until = performance.now() + most_ms
    const isOver = () => performance.now() > until && rendered.length + broken.length > 0
    for (const group of grouped(rows)) {
      if (isOver()) break
      const texts = await textsOf(engine, group).catch(error => whereBroken(error))
      if (texts) rendered.push(...texts)
      else for (const one of group) if (!isOver()) await renderAlone(engine, one, rendered, broken, log)
    }
    await tx.run(
      `update postback_log set data = rendered.data, record = null
         from unnest($1::text[], $2::text[]) as rendered (id, data) where postback_log.id = rendered.id`,
      [rendered.map(({ id }) => id), rendered.map(({ data }) => data)],
    )
    if (broken.length > 0) {
      log.error({ postbacks: broken }, 'postbacks could not be rendered')
      await tx.run(
        `update postback_log set postback_status_id = ${POSTBACK.failed}, next_run_ts = null where id = any($1)`,
        [broken],
      )
    }
    return rendered.length + broken.length
  })
}

/** Groups rows that share the queries of their expands. */
function grouped(rows: readonly OutboxRow[]): OutboxRow[][] {
  return Object.values(
    Object.groupBy(rows, row => `${row.root_id} ${row.location_id} ${row.resource} ${row.expands}`),
  ) as OutboxRow[][]
}

async function textsOf(
  engine: Engine,
  group: readonly OutboxRow[],
  left_out: readonly string[] = [],
): Promise<{ id: string; data: string }[]> {
  const { resource, expands, ...view } = group[0]!
  const asked = (expands ?? '').split(',').map(name => name.trim())
  const names = asked.filter(name => !left_out.includes(name))
  const rows = group.map(({ record }) => record)
  const records = await recordsOf(engine, resource, view, rows, names)
  return group.map(({ id }, index) => ({ id, data: JSON.stringify(records[index]) }))
}

/**
 * Returns records as callers with this view see them, in the order of the rows, which are stored as JSON from the time
 * of the event; expands show the present state. The links of the API are left out, because a receiver has no access.
 */
async function recordsOf(
  engine: Engine,
  name: string,
  { root_id, location_id }: View,
  stored: readonly string[],
  expand: readonly string[],
): Promise<Record<string, unknown>[]> {
  const { resource } = engine.registry.get(name)
  const columns = columnsOf(resource)
  const found = await engine.db.query(
    `select past.* from unnest($1::text[]) with ordinality as stored (row, place),
     lateral json_populate_record(null::${quoted(resource.table)}, stored.row::json) as past order by stored.place`,
    [stored],
  )
  const rows = found.map(row => hydrate<Record<string, unknown>>(columns, row))
  const known = expand.filter(name => Object.hasOwn(resource.expands, name))
  const caller = { ...systemCaller(root_id, 'worker'), location_id, sees_root: location_id === root_id }
  const records = await show(engine, caller, resource, rows, known, {})
  return records.map(record => withoutLinks(record, known))
}

/** An outage says nothing about a record: its postback stays open and is rendered in a later round. */
function whereBroken(error: unknown): null {
  if (error instanceof Unavailable) throw error
  return null
}

/**
 * A record that cannot be rendered must not stop the others of its group. An expand that is refused, because the record
 * has more related ones than are embedded, is left out: nobody could ask again with fewer.
 */
async function renderAlone(
  engine: Engine,
  row: OutboxRow,
  rendered: { id: string; data: string }[],
  broken: string[],
  log: Logger,
  left_out: readonly string[] = [],
): Promise<void> {
  try {
    rendered.push(...(await textsOf(engine, [row], left_out)))
  } catch (error) {
    whereBroken(error)
    const refused = error instanceof Refusal ? Object.keys(error.problems ?? {}) : []
    if (refused.some(name => !left_out.includes(name)))
      return renderAlone(engine, row, rendered, broken, log, [...left_out, ...refused])
    log.error(
      { postback: row.id, message: redactText(String((error as Error).message)) },
      'postback could not be rendered',
    )
    broken.push(row.id)
  }
}

function withoutLinks({ _links: _, ...record }: Record<string, unknown>, expand: readonly string[]) {
  for (const name of expand) {
    const value = record[name]
    if (Array.isArray(value)) record[name] = value.map(unlinked)
    else if (value !== null && typeof value === 'object') record[name] = unlinked(value)
  }
  return record
}

function unlinked(value: unknown): unknown {
  const { _links: _, ...rest } = value as Record<string, unknown>
  return rest
}

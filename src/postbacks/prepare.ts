import type { Logger } from 'pino'
import type { Database } from '../db/database.ts'
import { redactText } from '../lib/redact-text.ts'
import { POSTBACK } from '../resources/postback_log/postback_log.ts'

/**
 * Whose view of a record is rendered: a location tree, and the location in it whose own and lower records are visible.
 */
export interface View {
  root_id: string
  location_id: string
}

/**
 * Returns records of one resource as callers with this view see them, with these expands and without links, in the
 * order of the rows.
 */
export type Render = (
  resource: string,
  view: View,
  rows: readonly string[],
  expand: readonly string[],
) => Promise<Record<string, unknown>[]>

interface OutboxRow extends View {
  id: string
  resource: string
  expands: string | null
  record: string
}

const CHUNK = 200

/**
 * Renders the records of new outbox messages, once for all attempts. It does so before they are due, so that expands
 * show the state at the time of the event, also where a postback waits behind another one. They show no more than the
 * user who last changed the configuration may read. Returns how many were rendered.
 */
export async function prepare(db: Database, render: Render, log: Logger): Promise<number> {
  return db.transaction(async tx => {
    const rows = await tx.query<OutboxRow>(
      `select log.id, log.root_id, coalesce(setter.primary_location_id, log.root_id) as location_id, log.resource, log.expands,
              log.record::text as record
         from postback_log log
         join postbackconfig config on config.id = log.postback_config_id
         left join "user" setter on setter.id = config.modified_user_id
        where log.data is null and log.next_run_ts is not null
        order by log.place limit ${CHUNK} for update of log skip locked`,
    )
    if (rows.length === 0) return 0
    const rendered: { id: string; data: string }[] = []
    const broken: string[] = []
    for (const group of grouped(rows)) {
      const texts = await textsOf(render, group).catch(() => null)
      if (texts) rendered.push(...texts)
      else if (group.length === 1) broken.push(group[0]!.id)
      else for (const one of group) await renderAlone(render, one, rendered, broken, log)
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
    return rows.length
  })
}

/** Groups rows that share the queries of their expands. */
function grouped(rows: readonly OutboxRow[]): OutboxRow[][] {
  return Object.values(
    Object.groupBy(rows, row => `${row.root_id} ${row.location_id} ${row.resource} ${row.expands}`),
  ) as OutboxRow[][]
}

async function textsOf(render: Render, group: readonly OutboxRow[]): Promise<{ id: string; data: string }[]> {
  const { resource, expands, ...view } = group[0]!
  const names = (expands ?? '').split(',').map(name => name.trim())
  const records = await render(
    resource,
    view,
    group.map(({ record }) => record),
    names.filter(Boolean),
  )
  return group.map(({ id }, index) => ({ id, data: JSON.stringify(records[index]) }))
}

/** A record that cannot be rendered must not stop the others of its group. */
async function renderAlone(
  render: Render,
  row: OutboxRow,
  rendered: { id: string; data: string }[],
  broken: string[],
  log: Logger,
): Promise<void> {
  try {
    rendered.push(...(await textsOf(render, [row])))
  } catch (error) {
    log.error(
      { postback: row.id, message: redactText(String((error as Error).message)) },
      'postback could not be rendered',
    )
    broken.push(row.id)
  }
}

import type { Logger } from 'pino'
import type { Database } from '../db/database.ts'
import { redactText } from '../lib/redact-text.ts'
import { POSTBACK } from '../resources/postback_log/postback_log.ts'

/** From where records are looked at: a tree, and the location in it whose own and lower ones are seen. */
export interface View {
  root_id: string
  location_id: string
}

/** Records of one noun as callers there see them, with these expands and without links, from rows kept as JSON; in the same order. */
export type Render = (
  resource: string,
  view: View,
  kept: readonly string[],
  expand: readonly string[],
) => Promise<Record<string, unknown>[]>

interface Raw extends View {
  id: string
  resource: string
  expands: string | null
  record: string
}

const CHUNK = 200

/**
 * Puts what the outbox kept into the form that is posted, once and for all tries, and at once: the expands shall show what was
 * when the event happened, also where the postback has to wait behind another. They show no more than who set the configuration
 * up, or changed it last, may read. Answers how many it prepared.
 */
export async function prepare(db: Database, render: Render, log: Logger): Promise<number> {
  return db.transaction(async tx => {
    const rows = await tx.query<Raw>(
      `select log.id, log.root_id, coalesce(setter.primary_location_id, log.root_id) as location_id, log.resource, log.expands,
              log.record::text as record
         from postback_log log
         join postbackconfig config on config.id = log.postback_config_id
         left join "user" setter on setter.id = config.modified_user_id
        where log.data is null and log.next_run_ts is not null
        order by log.place limit ${CHUNK} for update of log skip locked`,
    )
    if (rows.length === 0) return 0
    const ready: { id: string; data: string }[] = []
    const broken: string[] = []
    for (const group of grouped(rows)) {
      const texts = await textsOf(render, group).catch(() => null)
      if (texts) ready.push(...texts)
      else if (group.length === 1) broken.push(group[0]!.id)
      else for (const one of group) await tellApart(render, one, ready, broken, log)
    }
    await tx.run(
      `update postback_log set data = made.data, record = null
         from unnest($1::text[], $2::text[]) as made (id, data) where postback_log.id = made.id`,
      [ready.map(({ id }) => id), ready.map(({ data }) => data)],
    )
    if (broken.length > 0) {
      log.error({ postbacks: broken }, 'postbacks could not be put together')
      await tx.run(
        `update postback_log set postback_status_id = ${POSTBACK.failed}, next_run_ts = null where id = any($1)`,
        [broken],
      )
    }
    return rows.length
  })
}

/** Rows that one query of each expand serves. */
function grouped(rows: readonly Raw[]): Raw[][] {
  return Object.values(
    Object.groupBy(rows, row => `${row.root_id} ${row.location_id} ${row.resource} ${row.expands}`),
  ) as Raw[][]
}

async function textsOf(render: Render, group: readonly Raw[]): Promise<{ id: string; data: string }[]> {
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

/** One record that cannot be read must not keep the others. */
async function tellApart(
  render: Render,
  row: Raw,
  ready: { id: string; data: string }[],
  broken: string[],
  log: Logger,
): Promise<void> {
  try {
    ready.push(...(await textsOf(render, [row])))
  } catch (error) {
    log.error({ postback: row.id, message: redactText(String((error as Error).message)) }, 'postback not put together')
    broken.push(row.id)
  }
}

import { grouped } from '../lib/grouped.ts'
import { remembered } from '../lib/remembered.ts'
import type { Queryable, Row } from './database.ts'
import { currentLane, currentMerchant } from './lanes.ts'

/** A record to be read: `visible` is the condition of its scope, with `values` for its parameters. */
interface Asked {
  table: string
  visible: string
  values: readonly unknown[]
  id: unknown
}

type Sql = Pick<Queryable, 'query'>

const readerOf = remembered((db: Sql) =>
  grouped(
    ({ table, visible, values }: Asked) =>
      `${currentLane()} ${currentMerchant()} ${table} ${visible} ${JSON.stringify(values)}`,
    group => readRows(db, group),
  ),
)

/**
 * Returns the record of this id, undefined where it is not visible. Those that are asked for while one is read are read
 * by one statement: the round trip is most of what reading a record costs. None is answered with what was read before
 * it was asked for, and nobody waits behind another merchant's.
 */
export function rowById(db: Sql, asked: Asked): Promise<Row | undefined> {
  return readerOf(db)(asked)
}

async function readRows(db: Sql, group: readonly Asked[]): Promise<(Row | undefined)[]> {
  const { table, visible, values } = group[0]!
  const select = `select * from ${table} where ${visible} and id`
  const mark = `$${values.length + 1}`
  if (group.length === 1) return (await db.query(`${select} = ${mark} limit 1`, [...values, group[0]!.id])).slice(0, 1)
  const rows = await db.query(`${select} = any(${mark})`, [...values, group.map(({ id }) => id)])
  const byId = new Map(rows.map(row => [row.id, row]))
  // Each has a row of its own: who asked for it may change it.
  return group.map(({ id }) => {
    const row = byId.get(id)
    return row && { ...row }
  })
}

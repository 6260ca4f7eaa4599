import { basename } from 'node:path'
import { copyRows } from '../../db/copy-rows.ts'
import type { Queryable } from '../../db/database.ts'
import { openSession, type Session } from '../../db/session.ts'
import type { BinRanges } from '../../lib/bin/bin-ranges.ts'
import { counted } from '../../lib/counted.ts'
import { momentInWords } from '../../lib/local-date.ts'
import { type CommandContext, existingServer, gatewayClock, noteOperator } from '../operator.ts'
import { type BinFile, readBinFile } from './read-bin-file.ts'

const USAGE = 'bin-data needs import and a file, or status'

/** Brings how cards are funded by their first digits, from a file of the operator's acquirer; says what there is. */
export function binData(args: string[]): (context: CommandContext) => Promise<void> {
  const [what, path, ...more] = args
  if (what === 'status' && path === undefined) return printStatus
  if (what === 'import' && path && more.length === 0) return context => importFile(context, path)
  throw new Error(USAGE)
}

interface Import {
  id: number
  file_name: string
  file_hash: string
  line_count: number
  range_count: number
  created_ts: number
}

async function currentImport(db: Queryable): Promise<Import | null> {
  const [table] = await db.query<{ is_there: boolean }>(`select to_regclass('bin_import') is not null as is_there`)
  if (!table?.is_there) throw new Error('this database is of an older gateway: start the gateway once, and try again')
  const [found] = await db.query<Import>('select * from bin_import where is_current')
  return found ?? null
}

async function printStatus(context: CommandContext): Promise<void> {
  const { print } = context
  const { db } = await existingServer(context)
  const found = await currentImport(db)
  if (!found)
    return print(
      'there are no BIN data: no card but test cards carries a surcharge, and bank_funded_only refuses them all',
    )
  const { id, file_name, file_hash, line_count, range_count, created_ts } = found
  print(
    `${file_name} (${counted(line_count, 'line')}, ${counted(range_count, 'range')}), imported ${momentInWords(created_ts, 'UTC')}`,
  )
  print(`SHA-256 ${file_hash}`)
  const counts = await db.query<{ funding: string; ranges: number }>(
    'select funding, count(*) as ranges from bin_range where import_id = $1 group by funding order by funding',
    [id],
  )
  for (const { funding, ranges } of counts) print(`${funding}: ${counted(ranges, 'range')}`)
}

/**
 * Reads the whole file first, and then writes it and has it used in one transaction: whoever looks a card up meanwhile
 * finds what was there before, and a process that is killed leaves nothing.
 */
async function importFile(context: CommandContext, path: string): Promise<void> {
  const { shutdown, print } = context
  const file = await readBinFile(path)
  const { db, owner_url } = await existingServer(context)
  const before = await currentImport(db)
  const session = await shutdown.adopt(openSession(owner_url, 'tollgate bin-data'), opened => opened.end())
  await shutdown.interruptible(store(context, session, file, basename(path)))
  print(
    `${counted(file.lines, 'line is', 'lines are')} used from now on, as ${counted(file.ranges.low.length, 'range')}`,
  )
  if (before) print(`they replace ${before.file_name} of ${momentInWords(before.created_ts, 'UTC')}`)
  // Nothing reads them any more; where this is cut short, the next import does it.
  await session.run('delete from bin_range where import_id not in (select id from bin_import where is_current)')
  await session.run('analyze bin_range')
}

async function store(context: CommandContext, session: Session, { hash, lines, ranges }: BinFile, file_name: string) {
  const clock = await gatewayClock(session, context.clock)
  await session.run('begin')
  const [lock] = await session.query<{ held: boolean }>(
    `select pg_try_advisory_xact_lock(hashtextextended('bin-data import', 0)) as held`,
  )
  if (!lock?.held) throw new Error('another import is running')
  const range_count = ranges.low.length
  const [made] = await session.query<{ id: number }>(
    `insert into bin_import (is_current, file_name, file_hash, line_count, range_count, created_ts)
     values (false, $1, $2, $3, $4, $5) returning id`,
    [file_name.slice(0, 255), hash, lines, range_count, clock.seconds()],
  )
  const { id } = made!
  await copyRows(session, 'bin_range', ['import_id', 'low', 'high', 'brand', 'funding', 'country'], rowsOf(id, ranges))
  await session.run('update bin_import set is_current = false where is_current')
  await session.run('update bin_import set is_current = true where id = $1', [id])
  const about = { file_name, file_hash: hash, line_count: lines, range_count }
  await noteOperator({ db: session, clock: context.clock }, 'bin_data', 'imported', about)
  await session.run('commit')
}

/** Rows are given to the connection in pieces: one by one a million would take longer than PostgreSQL does. */
const PIECE = 2_000

function* rowsOf(id: number, { low, high, fact, facts }: BinRanges): Generator<string> {
  const about = facts.map(({ brand, funding, country }) => `${brand}\t${funding}\t${country}\n`)
  for (let from = 0; from < low.length; from += PIECE) {
    let text = ''
    const until = Math.min(from + PIECE, low.length)
    for (let index = from; index < until; index += 1)
      text += `${id}\t${low[index]}\t${high[index]}\t${about[fact[index]!]}`
    yield text
  }
}

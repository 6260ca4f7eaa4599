import type { Queryable } from '../../db/database.ts'
import { type DueScanDefinition, dueScan } from '../../jobs/declare/due-scan.ts'
import { defineTask, type JobRun, type Tasks } from '../../jobs/declare/task.ts'
import type { Clock } from '../../ports/clock.ts'
import { type OperatorMail, tellOperator } from '../tell-operator.ts'
import { type Notice, noticeLetter } from './notice-letter.ts'

const noticeTask = defineTask<{ merchant: string }>('discrepancy.notice')

/** Differences that the operator is to be told of, one mail for each merchant. */
export const discrepancyNotices: DueScanDefinition = dueScan({
  name: 'discrepancies to tell of',
  table: 'discrepancy',
  column: 'notice_ts',
  task: noticeTask,
  by: 'root_id',
  payload: { merchant: 'root_id' },
  most: 100,
  revive: 3600,
})

interface Parts extends OperatorMail {
  db: Queryable
  clock: Clock
  publicUrl(): string
}

/** What workers do for discrepancies: they tell the operator. */
export function discrepancyTasks(parts: Parts): Tasks {
  return noticeTask.does(job => tell(parts, job))
}

/** The operator is told of a merchant's differences at most once in so many seconds. */
const PAUSE = 86_400

async function tell(parts: Parts, { id, payload: { merchant } }: JobRun<{ merchant: string }>): Promise<void> {
  const { db, clock } = parts
  const seconds = clock.seconds()
  const [last] = await db.query<{ noticed_ts: number }>(LAST, [merchant])
  if (last && last.noticed_ts > seconds - PAUSE) return void (await db.run(LATER, [merchant, last.noticed_ts + PAUSE]))
  await db.run(MARK, [merchant, seconds])
  const counts = await db.query<Notice['counts'][number]>(COUNTS, [merchant])
  if (counts.length > 0) await send(parts, id, merchant, counts)
  await db.run(TOLD, [merchant, seconds])
}

async function send(
  { db, mailer, to, publicUrl }: Parts,
  id: string,
  merchant: string,
  counts: Notice['counts'],
): Promise<void> {
  const [place] = await db.query<{ id: string; name: string }>('select id, name from location where id = $1', [
    merchant,
  ])
  const letter = noticeLetter({ merchant: place ?? null, counts, public_url: publicUrl() })
  await tellOperator({ mailer, to }, letter, { id, reason: 'discrepancy.notice', location_id: merchant })
}

/** A row that was marked and still waits belongs to a mail that failed. */
const LAST = `
select noticed_ts from discrepancy
 where root_id = $1 and noticed_ts is not null and notice_ts is null order by noticed_ts desc limit 1`
const LATER = 'update discrepancy set notice_ts = $2 where root_id = $1 and notice_ts < $2'
/** What is found while the mail is on its way is not marked, and is told of a day later. */
const MARK = 'update discrepancy set noticed_ts = $2 where root_id = $1 and notice_ts <= $2'
const TOLD = 'update discrepancy set notice_ts = null where root_id = $1 and notice_ts <= $2 and noticed_ts = $2'
const COUNTS = `
select kind, count(*)::integer as count from discrepancy
 where root_id = $1 and status = 'open' group by kind order by count desc, kind`

import type { Evidence } from './evidence.ts'
import { type Finding, findings } from './finding.ts'

interface Run {
  recurring_id: string
  date: string
  transaction_id: string | null
}

interface Line {
  id: string
  start_date: string
  next_run_date: string | null
  status: string
}

/** A recurring charges on every date of its plan, once, and on no other. */
export async function schedulesAndPayments({ sql, payments, ledgerStates }: Evidence): Promise<Finding[]> {
  const { found, mismatch, duplicate, lost } = findings('schedules and payments')
  const runs = Map.groupBy(await sql<Run>(RUNS), ({ recurring_id }) => recurring_id)
  const charges = Map.groupBy(payments.values(), ({ recurring_id }) => recurring_id)
  for (const line of await sql<Line>(LINES)) {
    const made = runs.get(line.id) ?? []
    const paid = new Set(made.map(({ transaction_id }) => transaction_id))
    for (const { id } of charges.get(line.id) ?? [])
      if (!paid.has(id)) duplicate(`recurring ${line.id} has payment ${id}, which belongs to none of its dates`)
    for (const [date, group] of Map.groupBy(made, run => run.date))
      if (group.length > 1) duplicate(`recurring ${line.id} ran ${group.length} times on ${date}`)
    for (const { date, transaction_id } of made) {
      if (transaction_id === null) mismatch(`recurring ${line.id} charged nobody on ${date}`)
      else if (!payments.has(transaction_id)) lost(`recurring ${line.id} lost its payment of ${date}`)
    }
    const expected = daysBetween(line.start_date, line.next_run_date)
    const had = new Set(made.map(({ date }) => date))
    for (const date of expected) if (!had.has(date)) lost(`recurring ${line.id} did not run on ${date}`)
    for (const date of had)
      if (!expected.includes(date))
        mismatch(`recurring ${line.id} ran on ${date}, outside of ${line.start_date} to ${line.next_run_date}`)
    const twice = (charges.get(line.id) ?? []).filter(({ id }) => (ledgerStates.get(id)?.captured ?? 0) > 0).length
    if (twice > expected.length) duplicate(`recurring ${line.id} took money ${twice} times on ${expected.length} dates`)
  }
  return found
}

/** Every day from the first up to the next run. */
function daysBetween(from: string, next: string | null): string[] {
  const days: string[] = []
  if (next === null) return days
  const end = Temporal.PlainDate.from(next)
  for (let day = Temporal.PlainDate.from(from); Temporal.PlainDate.compare(day, end) < 0; day = day.add({ days: 1 }))
    days.push(day.toString())
  return days
}

const RUNS = 'select recurring_id, occurrence_date::text as date, transaction_id from recurring_run order by 1, 2'

const LINES = `select id, start_date::text, next_run_date::text, status from recurring where deleted_ts is null and status = 'active' order by id`

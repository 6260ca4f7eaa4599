import { Gauge, Registry } from 'prom-client'
import type { Queryable } from '../db/database.ts'
import { MACHINE_NOW } from '../db/machine-now.ts'
import type { Clock } from '../ports/clock.ts'

interface Parts {
  db: Queryable
  clock: Clock
}

/** A gauge that is read from the database at each scrape; no label may name a merchant or a payment. */
interface MoneyGauge {
  name: string
  help: string
  labels: readonly string[]
  /** Returns `value` and one column for each label. $1: the gateway's time in Unix seconds, where it is used. */
  text: string
}

/** Upper limits of ages, in seconds. */
const AGES = { '1m': 60, '10m': 600, '1h': 3600, '1d': 86_400 } as const
const AGE = `case ${Object.entries(AGES)
  .map(([name, most]) => `when $1 - created_ts <= ${most} then '${name}'`)
  .join(' ')} else 'older' end`

/** Counts over partial indexes, so that a scrape reads what is open and not what is stored. */
const GAUGES: readonly MoneyGauge[] = [
  {
    name: 'tollgate_reconciliation_differences',
    help: 'Open differences between the books and processors, banks and terminals.',
    labels: ['kind'],
    text: `select kind, count(*) as value from discrepancy where status = 'open' group by kind`,
  },
  {
    name: 'tollgate_reconciliation_age_seconds',
    help: 'Time since which a nightly comparison has not come to its end.',
    labels: ['comparison'],
    text: 'select name as comparison, greatest(0, $1 - through_ts) as value from nightly_comparison',
  },
  {
    name: 'tollgate_unknown_outcomes',
    help: 'Requests whose outcome is unknown, by what they are and for how long at most.',
    labels: ['kind', 'age'],
    text: `select kind, ${AGE} as age, count(*) as value from (
      select purpose as kind, created_ts from attempt where state in ('pending', 'unknown')
      union all select 'settlement', created_ts from settlement where state = 'pending'
      union all select 'terminal run', created_ts from terminalrun where ended_ts is null) as open
      group by kind, age`,
  },
  {
    name: 'tollgate_stuck_reversals',
    help: 'Attempts that wait for a person: reversals that were refused, actions approved too late, outcomes that no processor tells.',
    labels: [],
    text: 'select count(*) as value from attempt where stuck_ts is not null',
  },
  {
    name: 'tollgate_jobs',
    help: 'Jobs in the queue: due, held by a worker, planned for later, or given up.',
    labels: ['state'],
    text: `select case when failed_ts is not null then 'given up' when leased_until >= ${MACHINE_NOW} then 'held'
                       when run_at <= $1 then 'due' else 'planned' end as state, count(*) as value from job group by 1`,
  },
]

/** Figures as a monitor reads them. */
export interface Metrics {
  content_type: string
  /** Returns all figures as they are now. */
  read(): Promise<string>
}

/** Opens the figures of what is open in the books. */
export function moneyMetrics({ db, clock }: Parts): Metrics {
  const registry = new Registry()
  for (const { name, help, labels, text } of GAUGES) {
    const gauge: Gauge = new Gauge({
      name,
      help,
      labelNames: [...labels],
      registers: [registry],
      async collect() {
        const rows = await db.query<Record<string, string | number>>(text, text.includes('$1') ? [clock.seconds()] : [])
        gauge.reset()
        for (const row of rows)
          gauge.set(Object.fromEntries(labels.map(label => [label, row[label]!])), Number(row.value))
      },
    })
  }
  return { content_type: registry.contentType, read: () => registry.metrics() }
}

import { Gauge, type Registry } from 'prom-client'
import type { Queryable } from '../db/database.ts'
import { MACHINE_NOW } from '../db/machine-now.ts'
import type { Clock } from '../ports/clock.ts'

export interface GaugeParts {
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

/** `PROCESSING.error` of batches. */
const REFUSED = 3

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
    name: 'tollgate_nightly_work_late_seconds',
    help: 'For how long work of the night has been due and has not come to its end.',
    labels: ['work'],
    text: 'select name as work, greatest(0, $1 - next_ts) as value from nightly_work',
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
    name: 'tollgate_processor_settings_refused',
    help: 'Accounts at processors whose settings were refused within the last hour.',
    labels: ['connector'],
    text: `select coalesce(a.connector, 'none') as connector, count(*) as value
      from processor_trouble t join processor_account a on a.root_id = t.root_id and a.id = t.processor_account_id
     where t.last_ts > $1 - 3600 group by 1`,
  },
  {
    name: 'tollgate_jobs',
    help: 'Jobs in the queue: due, held by a worker, planned for later, or given up.',
    labels: ['state'],
    text: `select case when failed_ts is not null then 'given up' when leased_until >= ${MACHINE_NOW} then 'held'
                       when run_at <= $1 then 'due' else 'planned' end as state, count(*) as value from job group by 1`,
  },
  {
    name: 'tollgate_jobs_lag_seconds',
    help: 'For how long the job that has been due the longest has been due.',
    labels: [],
    text: 'select coalesce(greatest(0, $1 - min(run_at)), 0) as value from job where failed_ts is null',
  },
  {
    name: 'tollgate_postbacks_waiting',
    help: 'Postbacks that have not been delivered yet, those that wait for another try included.',
    labels: [],
    text: 'select count(*) as value from postback_log where next_run_ts is not null',
  },
  {
    name: 'tollgate_postbacks_lag_seconds',
    help: 'For how long the postback that has been due the longest has been due.',
    labels: [],
    text: 'select coalesce(greatest(0, $1 - min(next_run_ts)), 0) as value from postback_log where next_run_ts is not null',
  },
  {
    name: 'tollgate_alerts',
    help: 'Warnings of what may be an attack, of the last day, by what they are about.',
    labels: ['matter'],
    text: 'select matter, count(*) as value from alert where created_ts > $1 - 86400 group by matter',
  },
  {
    name: 'tollgate_page_reports',
    help: 'What browsers reported as stopped on hosted pages today and yesterday (UTC).',
    labels: ['page', 'directive', 'blocked'],
    text: `select page, directive, blocked, sum(seen) as value from page_report
      where date >= to_timestamp($1)::date - 1 group by 1, 2, 3`,
  },
  {
    name: 'tollgate_page_differences',
    help: 'Differences between payment pages as they were served at the last look and as they were approved.',
    labels: [],
    text: 'select coalesce(sum(cardinality(differences)), 0) as value from page_look',
  },
  {
    name: 'tollgate_batches',
    help: 'Batches that are not settled: open, waiting for their hour, under way, or refused by the processor.',
    labels: ['state'],
    text: `select case when is_open then 'open' when processing_status_id = ${REFUSED} then 'refused'
                       when continue_ts is not null then 'under way' else 'to settle' end as state, count(*) as value
      from transactionbatch where is_open or due_ts is not null or continue_ts is not null or processing_status_id = ${REFUSED}
      group by 1`,
  },
]

/** Of a gauge, so that a monitor can tell no differences from no answer. */
const UP = {
  name: 'tollgate_database_up',
  help: '1 when the database answers.',
}

/**
 * Registers the figures of what is open in the books. Where the database does not answer they are left out, and the
 * figures of the process are still there to read.
 */
export function moneyGauges(registry: Registry, { db, clock }: GaugeParts): void {
  const registers = [registry]
  for (const { name, help, labels, text } of GAUGES) {
    const gauge: Gauge = new Gauge({
      name,
      help,
      labelNames: [...labels],
      registers,
      async collect() {
        gauge.reset()
        if (labels.length === 0) gauge.remove()
        const values = text.includes('$1') ? [clock.seconds()] : []
        const rows = await db.query<Record<string, string | number>>(text, values).catch(() => [])
        for (const row of rows)
          gauge.set(Object.fromEntries(labels.map(label => [label, row[label]!])), Number(row.value))
      },
    })
  }
  const up: Gauge = new Gauge({
    ...UP,
    registers,
    collect: async () =>
      up.set(
        await db.query('select 1').then(
          () => 1,
          () => 0,
        ),
      ),
  })
}

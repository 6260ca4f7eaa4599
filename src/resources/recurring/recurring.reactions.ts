import type { DomainEvent, Projection, UnitOfWork } from '../../definition/store.ts'
import { notValid } from '../../lib/problem.ts'
import { runMoment } from './due-moment.ts'

/** What changes of recurrings, account vaults and locations change in each other. */
export const recurringProjections: Projection[] = [
  { on: 'recurring', verbs: 'any', fold: markVaults },
  { on: 'accountvault', verbs: ['updated'], fold: followContact },
  { on: 'location', verbs: ['updated'], fold: followZone },
]

/** When a location gets another zone, its payments fall due at other moments. */
async function followZone(work: UnitOfWork, { record_id, row, before }: DomainEvent): Promise<void> {
  if (before?.tz === row.tz) return
  const days = await work.query<{ date: string }>(
    'select distinct next_run_date::text as date from recurring where location_id = $1 and next_run_date is not null and deleted_ts is null',
    [record_id],
  )
  await work.query(
    `update recurring set due_ts = day.due_ts from unnest($2::date[], $3::bigint[]) as day (date, due_ts)
      where location_id = $1 and next_run_date = day.date and deleted_ts is null`,
    [record_id, days.map(({ date }) => date), days.map(({ date }) => runMoment(date, row.tz as string | null))],
  )
}

/** A vault says whether a recurring that has not ended is tied to it (contract 2.3). */
async function markVaults(work: UnitOfWork, event: DomainEvent): Promise<void> {
  const { row, before } = event
  const moved = before?.account_vault_id !== row.account_vault_id
  if (!moved && before?.status === row.status) return
  const vaults = [...new Set([before?.account_vault_id ?? row.account_vault_id, row.account_vault_id])]
  // Locked before counting, so that two recurrings that end at the same moment do not each count the other one.
  // `for update` would be too strong: every new recurring holds a key-share lock on its vault, so two would deadlock.
  const living = await work.query<{ id: string; contact_id: string | null }>(
    'select id, contact_id from accountvault where id = any($1) and deleted_ts is null order by id for no key update',
    [vaults],
  )
  if (moved)
    await tie(
      work,
      row,
      living.find(vault => vault.id === row.account_vault_id),
    )
  await work.query(
    `update accountvault
        set has_recurring = exists (
          select from recurring
           where account_vault_id = accountvault.id and status <> 'ended' and deleted_ts is null)
      where id = any($1)`,
    [vaults],
  )
}

/** The vault may have been deleted or given to another contact between its reading and its locking. */
async function tie(
  work: UnitOfWork,
  row: DomainEvent['row'],
  vault: { contact_id: string | null } | undefined,
): Promise<void> {
  if (!vault) throw notValid('account_vault_id')
  if (vault.contact_id === row.contact_id) return
  await work.query('update recurring set contact_id = $2 where id = $1', [row.id, vault.contact_id])
}

/** A recurring has the contact of its vault. */
async function followContact(work: UnitOfWork, event: DomainEvent): Promise<void> {
  if (event.before?.contact_id === event.row.contact_id) return
  await work.query('update recurring set contact_id = $2 where account_vault_id = $1', [
    event.record_id,
    event.row.contact_id,
  ])
}

interface Parts {
  db: {
    query<T>(text: string, values?: readonly unknown[]): Promise<T[]>
    run(text: string, values?: readonly unknown[]): Promise<number>
  }
  newId(): string
}

/** So many reminders of one hour become jobs in one statement. */
const CHUNK = 1000

/** The row gives up its moment to the job, and the job writes the next one. A key that is taken belongs to a job that will look at the same row. */
const ENQUEUE = `
with picked as (
  select id, root_id, reminder_ts, row_number() over () as place from (
    select id, root_id, reminder_ts from quickinvoice
     where reminder_ts <= $1 and deleted_ts is null
     order by reminder_ts, id limit ${CHUNK}
       for update skip locked) as due),
taken as (
  update quickinvoice set reminder_ts = null from picked where quickinvoice.id = picked.id)
insert into job (id, task, payload, key, run_at, root_id, created_ts)
select ($2::text[])[place], 'quickinvoice.remind', jsonb_build_object('quick_invoice_id', id),
       'quickinvoice.remind:' || id || ':' || reminder_ts, $1, root_id, $1
  from picked
on conflict (key) do nothing`

/** Invoices with a reminder to send. */
export function quickinvoiceDue({ db, newId }: Parts) {
  return {
    name: 'reminders of quick invoices',
    async next(): Promise<number | null> {
      const text =
        'select min(reminder_ts) as next from quickinvoice where reminder_ts is not null and deleted_ts is null'
      const [row] = await db.query<{ next: number | null }>(text)
      return row?.next ?? null
    },
    enqueue: (seconds: number): Promise<number> => db.run(ENQUEUE, [seconds, Array.from({ length: CHUNK }, newId)]),
  }
}

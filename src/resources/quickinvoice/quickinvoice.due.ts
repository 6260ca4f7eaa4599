interface Queryable {
  query<T>(text: string, values?: readonly unknown[]): Promise<T[]>
  run(text: string, values?: readonly unknown[]): Promise<number>
}

/** So many reminders of one hour become jobs in one statement. */
const CHUNK = 1000

/**
 * Invoices with a reminder to send. The statement that enqueues the job takes the moment out of the row, and the job writes the
 * next one; the key lets an invoice wait once.
 */
export function quickinvoiceDue({ db, newId }: { db: Queryable; newId(): string }) {
  return {
    name: 'quick invoice reminders',
    async next(): Promise<number | null> {
      const [row] = await db.query<{ next: number | null }>(
        'select min(reminder_ts) as next from quickinvoice where reminder_ts is not null and deleted_ts is null',
      )
      return row?.next ?? null
    },
    async enqueue(seconds: number): Promise<number> {
      const due = await db.query<{ id: string }>(
        `select id from quickinvoice where reminder_ts <= $1 and deleted_ts is null order by reminder_ts, id limit ${CHUNK}`,
        [seconds],
      )
      if (due.length === 0) return 0
      return db.run(
        `with taken as (
           update quickinvoice set reminder_ts = null
            where id in (select id from quickinvoice where id = any($1) and reminder_ts <= $3 order by id for update skip locked)
           returning id, root_id)
         insert into job (id, task, payload, key, run_at, root_id, created_ts)
         select job_id, 'quickinvoice.remind', jsonb_build_object('quick_invoice_id', taken.id), 'quickinvoice.remind:' || taken.id, $3, root_id, $3
           from taken join unnest($1::text[], $2::text[]) as given (id, job_id) using (id)
         on conflict (key) do nothing`,
        [due.map(({ id }) => id), due.map(newId), seconds],
      )
    },
  }
}

import type { UnitOfWork } from '../../definition/store.ts'
import type { Sql } from './page-subject.ts'

/** This form was sent before; its first outcome stands. */
export class AlreadyTried extends Error {}

/** One submitted form: the page it belongs to and the token it carries. */
interface Form {
  page_id: string
  attempt: string
}

/** Stored with the intent, so a form is tried once whatever happens to the process. Two at once wait for each other here. Throws AlreadyTried. */
export async function claimAttempt(
  work: UnitOfWork,
  form: Form,
  transaction_id: string,
  seconds: number,
): Promise<void> {
  const claimed = await work.query(
    `insert into page_attempt (page_id, attempt, transaction_id, created_ts, root_id) values ($1, $2, $3, $4, $5)
     on conflict do nothing returning attempt`,
    [form.page_id, form.attempt, transaction_id, seconds, work.actor.caller.root_id],
  )
  if (claimed.length === 0) throw new AlreadyTried()
}

/** A form that was refused stays refused; the page shows it again under a new token. False when the form has another outcome already. */
export async function storeRefusal(
  db: Sql,
  form: Form & { root_id: string },
  text: string,
  seconds: number,
): Promise<boolean> {
  const stored = await db.query(
    `insert into page_attempt (page_id, attempt, refusal, created_ts, root_id) values ($1, $2, $3, $4, $5)
     on conflict do nothing returning attempt`,
    [form.page_id, form.attempt, text, seconds, form.root_id],
  )
  return stored.length > 0
}

/** What an earlier sending of a form led to: a transaction, or a text for the payer; null when it was never sent. */
export async function earlierAttempt(
  db: Sql,
  form: Form,
): Promise<{ transaction_id: string | null; refusal: string | null } | null> {
  const [found] = await db.query<{ transaction_id: string | null; refusal: string | null }>(
    'select transaction_id, refusal from page_attempt where page_id = $1 and attempt = $2',
    [form.page_id, form.attempt],
  )
  return found ?? null
}

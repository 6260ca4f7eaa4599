import type { Database, Tx } from '../../db/database.ts'
import { insertJobs, jobValues } from '../../db/jobs.ts'
import { MACHINE_NOW } from '../../db/machine-now.ts'
import { defineTask } from '../../jobs/declare/task.ts'
import { newId } from '../../lib/id.ts'
import { Refusal } from '../../lib/problem.ts'
import { truncate } from '../../lib/truncate.ts'
import type { Cipher } from '../../ports/cipher.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Notification, NotificationMessage, Processor } from '../../ports/processor.ts'
import { accountOf, type Connectors, type OfAccount, processorOf, unsealing } from '../lifecycle/routing.ts'
import type { StoredAccount } from './stored-account.ts'

interface Parts {
  db: Database
  cipher: Cipher
  clock: Clock
  connectors: Connectors
}

/** A payment that was finished is looked at again, because its processor says that something has happened to it. */
export const notifiedTask = defineTask<{ attempt_id: string }>('processor.notified')

/** Where a notification came in. */
export interface Addressed {
  connector: string
  product_transaction_id: string
}

/** Versions of an account that may have been told of the address; the newest ones. */
const MOST_VERSIONS = 50

/**
 * Takes what a processor has sent about the accounts of a product. It is never believed: what it is about is asked
 * about at once. Returns false where no account recognises its signature. Throws where it is signed and makes no sense.
 */
export function notifications(parts: Parts): (to: Addressed, message: NotificationMessage) => Promise<boolean> {
  const processors = unsealing(parts.cipher, parts.connectors)
  return async (to, message) => {
    const accounts = await accountsOf(parts.db, to)
    for (const account of oneOfEach(accounts)) {
      const processor = processorOf(processors, account)
      const read = processor && readBy(processor, message)
      if (!read) continue
      for (const each of read) await parts.db.transaction(tx => take(parts, tx, account, accounts, each))
      return true
    }
    return false
  }
}

/** Throws a 400 for what is signed and makes no sense. */
function readBy(processor: Processor, message: NotificationMessage): readonly Notification[] | null {
  try {
    return processor.read?.(message) ?? null
  } catch {
    throw new Refusal(400, 'The notification cannot be read.')
  }
}

/** Accounts as they are remembered, so that who sends rubbish has no secret opened for each request. */
async function accountsOf(db: Database, { connector, product_transaction_id }: Addressed): Promise<StoredAccount[]> {
  const found = await db.query<OfAccount>(VERSIONS, [product_transaction_id, connector])
  return Promise.all(found.map(each => accountOf(db, each)))
}

const VERSIONS = `
select id as processor_account_id, root_id from processor_account
 where product_transaction_id = $1 and connector = $2 order by version desc limit ${MOST_VERSIONS}`

/** Versions with the same secrets recognise the same signatures. */
function oneOfEach(accounts: readonly StoredAccount[]): StoredAccount[] {
  return [...new Map(accounts.map(each => [each.credentials_id ?? each.id, each])).values()]
}

/** Stores a notification with what follows from it, once. */
async function take(
  { clock }: Parts,
  tx: Tx,
  { root_id, product_transaction_id, connector }: StoredAccount,
  accounts: readonly StoredAccount[],
  sent: Notification,
): Promise<void> {
  const [id, seconds] = [newId(clock.now()), clock.seconds()]
  const [reference, processor_reference] = [sent.reference, sent.processor_reference].map(text =>
    text === undefined ? null : truncate(text, 64),
  )
  const ids = accounts.map(each => each.id)
  const [about] = await tx.query<{ id: string; is_open: boolean }>(ABOUT, [
    root_id,
    ids,
    reference,
    processor_reference,
  ])
  const what = [truncate(sent.id, 255), truncate(sent.event, 128), reference, processor_reference]
  const taken = await tx.run(TAKE, [
    id,
    root_id,
    product_transaction_id,
    connector,
    ...what,
    about?.id ?? null,
    seconds,
  ])
  if (taken === 0 || !about) return
  const asked = await tx.run(ASK_NOW, [root_id, about.id])
  // Where something else is open at the same payment, what this is about is looked at as well.
  if (asked > 0 && about.is_open) return
  const effect = notifiedTask.effect({ attempt_id: about.id })
  await tx.run(insertJobs('values ($1, $2, $3, $4, $5, $6, $7)'), jobValues(effect, { id, root_id, seconds }))
}

/** Our own reference is surer than the processor's id, which a capture may share with its authorization. */
const ABOUT = `
select id, state in ('pending', 'unknown') as is_open from attempt
 where root_id = $1 and processor_account_id = any($2) and (id = $3 or processor_reference = $4)
 order by id = $3 desc nulls last, id desc limit 1`

const TAKE = `
insert into processor_notification
  (id, root_id, product_transaction_id, connector, notification_id, event, reference, processor_reference, attempt_id, created_ts)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
on conflict (product_transaction_id, connector, notification_id, root_id) do nothing`

/** What is just being sent is left to who sends it: its answer is on the way. */
const ASK_NOW = `
update attempt open set ask_ts = 0
  from attempt about
 where about.root_id = $1 and about.id = $2 and open.root_id = about.root_id and open.transaction_id = about.transaction_id
   and open.processor_account_id = about.processor_account_id and open.state in ('pending', 'unknown')
   and (open.state = 'unknown' or open.underway is not null or open.believe_ts <= ${MACHINE_NOW})`

const KEPT_SECONDS = 30 * 86_400
const TRIMMED_AT_ONCE = 5_000

/** Forgets notifications of more than a month ago; no processor sends one again for that long. Returns how many. */
export async function trimNotifications(
  { db, clock }: Pick<Parts, 'db' | 'clock'>,
  stopping?: AbortSignal,
): Promise<number> {
  for (let all = 0; ; ) {
    const gone = await db.run(
      `delete from processor_notification where id in (
         select id from processor_notification where created_ts < $1 order by created_ts limit ${TRIMMED_AT_ONCE})`,
      [clock.seconds() - KEPT_SECONDS],
    )
    all += gone
    if (gone < TRIMMED_AT_ONCE || stopping?.aborted) return all
  }
}

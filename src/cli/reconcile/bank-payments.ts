import type { Queryable } from '../../db/database.ts'

/** Bank payments that are due in the restored database and that the lost gateway may have sent already. */
export interface BankPayments {
  /** Minor units; null of micro-deposits, whose amounts are the secret that they prove. */
  waiting: { id: string; root_id: string; amount: number | null }[]
  /** Names of files that were built and not delivered. */
  files: string[]
}

/** `send`: the bank has received none of it. `hold`: the bank may have all of it, so nothing is sent. */
export type BankChoice = 'send' | 'hold'

const DUE = 'originate_ts <= $1 and status_id in (131, 135) and deleted_ts is null'
/** The send time of a held micro-deposit. The column is not null, so this time never comes. */
const NEVER = 253_402_300_799
const MICRODEPOSIT_DUE = `originate_ts <= $1 and status = 'pending'`

/**
 * Returns bank payments and micro-deposits whose window has passed since the backup, and files that were being
 * delivered at its moment.
 */
export async function bankPayments(db: Queryable, seconds: number): Promise<BankPayments> {
  const waiting = await db.query<BankPayments['waiting'][number]>(
    `select id, root_id, coalesce(auth_amount, transaction_amount) as amount from transaction where ${DUE}
      union all select id, root_id, null from microdeposit where ${MICRODEPOSIT_DUE} order by id`,
    [seconds],
  )
  const files = await db.query<{ name: string }>(
    `select name from ach_file where state in ('built', 'staged') order by name`,
  )
  return { waiting, files: files.map(({ name }) => name) }
}

/** Keeps these payments out of files until they are released, and marks these files as delivered. */
export async function holdBankPayments(
  tx: Queryable,
  { waiting, files }: BankPayments,
  seconds: number,
): Promise<void> {
  const values = [seconds, waiting.map(({ id }) => id), waiting.map(({ root_id }) => root_id)]
  const hold = (table: string, when: number | null, due: string): Promise<unknown> =>
    tx.run(
      `update ${table} as t set originate_ts = ${when} from unnest($2::text[], $3::text[]) as held (id, root_id)
        where t.root_id = held.root_id and t.id = held.id and ${due}`,
      values,
    )
  await hold('transaction', null, DUE)
  await hold('microdeposit', NEVER, MICRODEPOSIT_DUE)
  await tx.run(
    `update ach_file set state = 'delivered', delivered_ts = $2 where name = any($1) and state in ('built', 'staged')`,
    [files, seconds],
  )
}

/** Releases held payments to the next file. Payments that a processor sends are in no file and stay as they are. */
export async function releaseBankPayments(tx: Queryable, seconds: number): Promise<void> {
  await tx.run(
    `update transaction t set originate_ts = $1 from processor_account a
      where a.root_id = t.root_id and a.id = t.processor_account_id and (a.connector is null or a.connector = 'ach-file')
        and t.originate_ts is null and t.status_id in (131, 135) and t.doing is null and t.deleted_ts is null`,
    [seconds],
  )
  await tx.run(`update microdeposit set originate_ts = $1 where originate_ts = ${NEVER}`, [seconds])
}

import type { Queryable } from '../../db/database.ts'

/** What a restored database would send to the bank, and the lost gateway may have sent already. */
export interface BankPayments {
  waiting: { id: string; amount: number }[]
  /** Names of files that were built and not delivered. */
  files: string[]
}

/** `send`: the bank has received none of it. `hold`: the bank may have all of it, so nothing is sent. */
export type BankChoice = 'send' | 'hold'

const DUE = 'originate_ts <= $1 and status_id in (131, 135) and deleted_ts is null'

/**
 * Returns bank payments whose window has passed since the backup, and files that were being delivered at its moment.
 */
export async function bankPayments(db: Queryable, seconds: number): Promise<BankPayments> {
  const waiting = await db.query<BankPayments['waiting'][number]>(
    `select id, coalesce(auth_amount, transaction_amount) as amount from transaction where ${DUE} order by id`,
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
  await tx.run(`update transaction set originate_ts = null where id = any($2) and ${DUE}`, [
    seconds,
    waiting.map(({ id }) => id),
  ])
  await tx.run(
    `update ach_file set state = 'delivered', delivered_ts = $2 where name = any($1) and state in ('built', 'staged')`,
    [files, seconds],
  )
}

/** Lets all held payments leave with the next file. Returns their number. */
export function releaseBankPayments(tx: Queryable, seconds: number): Promise<number> {
  return tx.run(
    `update transaction set originate_ts = $1
      where originate_ts is null and status_id in (131, 135) and doing is null and deleted_ts is null`,
    [seconds],
  )
}

import type { Queryable } from '../../db/database.ts'

/** What a restored database would send to the bank, and the one that was lost may have sent already. */
export interface BankPayments {
  waiting: { id: string; amount: number }[]
  /** Names of files that were written and not given to the bank yet. */
  files: string[]
}

/** `send`: the bank has none of it. `hold`: it may have all of it, so nothing of it leaves from here. */
export type BankChoice = 'send' | 'hold'

const DUE = 'originate_ts <= $1 and status_id in (131, 135) and deleted_ts is null'

/** Bank payments whose window has passed since the backup, and files that were on their way when it was made. */
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

/** Takes what is held out of what leaves: such a payment stays as it is until it is released, and such a file counts as given. */
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

/** Lets everything that was held leave with the next file. Answers how many payments that are. */
export function releaseBankPayments(tx: Queryable, seconds: number): Promise<number> {
  return tx.run(
    `update transaction set originate_ts = $1
      where originate_ts is null and status_id in (131, 135) and doing is null and deleted_ts is null`,
    [seconds],
  )
}

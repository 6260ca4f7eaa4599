import { enqueue } from '../../db/jobs.ts'
import { defineTask, type JobRun } from '../../jobs/declare/task.ts'
import type { BankAccount } from '../../lib/account.ts'
import { newId } from '../../lib/id.ts'
import type { EntryRow, FileRow } from './ach-file.ts'
import { acknowledge } from './acknowledgement.ts'
import { type BankContext, bankActor } from './bank-context.ts'
import { digestOf, renderFile } from './render-file.ts'
import { deliverableFrom } from './windows.ts'

export const deliverTask = defineTask<{ ach_file_id: string }>('ach.deliver')

/**
 * Delivers a file to the bank in recorded steps: staged, then released. An interrupted run is resumed where it
 * stopped: a file that may have been released is never staged again, because the bank may have collected it already.
 */
export async function deliver(
  bank: BankContext,
  { payload }: Pick<JobRun<{ ach_file_id: string }>, 'payload'>,
): Promise<void> {
  const { ach_file_id } = payload
  const found = await fileOf(bank, ach_file_id)
  if (await isPutOff(bank, found)) return
  if (found.state === 'built') await stage(bank, found)
  const staged = await fileOf(bank, ach_file_id)
  if (staged.state === 'staged') await release(bank, staged)
  if (!bank.acknowledges) await acknowledge(bank, { file: found.name, status: 'accepted', reason: '', entries: [] })
}

/**
 * Puts a late file off until the bank no longer takes its ordinary entries for Same Day, which costs more and was not
 * asked for.
 */
async function isPutOff(bank: BankContext, { id, root_id, state, name }: FileRow): Promise<boolean> {
  if (state !== 'built' && state !== 'staged') return false
  const text = `select min(effective_date)::text as date from ach_entry where ach_file_id = $1 and mark is null`
  const [first] = await bank.db.query<{ date: string | null }>(text, [id])
  const seconds = bank.clock.seconds()
  const run_at = first?.date ? deliverableFrom(first.date, seconds) : null
  if (run_at === null) return false
  const effect = deliverTask.effect({ ach_file_id: id }, { key: `${deliverTask.name}:${id}:${run_at}`, run_at })
  await enqueue(bank.db, effect, { id: newId(bank.clock.now()), root_id, seconds })
  bank.log.warn({ file: name, until: run_at }, 'bank file is late: delivered once that is not Same Day any more')
  return true
}

async function fileOf(bank: BankContext, id: string): Promise<FileRow> {
  const [file] = await bank.db.query<FileRow>('select * from ach_file where id = $1', [id])
  if (!file) throw new Error(`there is no bank file ${id}`)
  return file
}

async function stage(bank: BankContext, file: FileRow): Promise<void> {
  const text = await textOf(bank, file)
  if (digestOf(text) !== file.sha256) throw new Error(`bank file ${file.name} is not what it was when it was written`)
  await bank.odfi.stage(file.name, text)
  await bank.db.run(`update ach_file set state = 'staged' where id = $1 and state = 'built'`, [file.id])
}

async function release(bank: BankContext, file: FileRow): Promise<void> {
  await bank.odfi.release(file.name)
  await bank.db.run(`update ach_file set state = 'delivered', delivered_ts = $2 where id = $1 and state = 'staged'`, [
    file.id,
    bank.clock.seconds(),
  ])
  bank.log.info({ file: file.name, entries: file.entry_count }, 'bank file delivered')
}

/** Renders the file again from its rows and the vault. */
async function textOf(bank: BankContext, file: FileRow): Promise<string> {
  const entries = await bank.db.query<EntryRow>('select * from ach_entry where ach_file_id = $1 order by sequence', [
    file.id,
  ])
  const opened = await bank.vaulting.openAll(
    bankActor(file.root_id).caller,
    entries.map(({ instrument_id }) => instrument_id),
  )
  const accounts = new Map([...opened].map(([id, { account }]) => [id, account as BankAccount]))
  return renderFile(file, entries, accounts)
}

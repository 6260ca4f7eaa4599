import type { JobRun } from '../../definition/task.ts'
import type { BankAccount } from '../account.ts'
import { acknowledge } from './acknowledgement.ts'
import { byRail, type Rail } from './rail.ts'
import { digestOf, renderFile } from './render-file.ts'
import type { EntryRow, FileRow } from './tables.ts'

export const DELIVER = 'ach.deliver'

/**
 * Gives a file to the bank: laid down, written down that it is, then released. Whatever dies in between, a later try goes on where it
 * was: a file that may have been released is never laid down again, because the bank may have taken it already.
 */
export async function deliver(rail: Rail, { payload }: JobRun): Promise<void> {
  const { ach_file_id } = payload as { ach_file_id: string }
  const found = await fileOf(rail, ach_file_id)
  if (found.state === 'built') await stage(rail, found)
  const staged = await fileOf(rail, ach_file_id)
  if (staged.state === 'staged') await release(rail, staged)
  if (!rail.acknowledges) await acknowledge(rail, { file: found.name, status: 'accepted', reason: '', entries: [] })
}

async function fileOf(rail: Rail, id: string): Promise<FileRow> {
  const [file] = await rail.db.query<FileRow>('select * from ach_file where id = $1', [id])
  if (!file) throw new Error(`there is no bank file ${id}`)
  return file
}

async function stage(rail: Rail, file: FileRow): Promise<void> {
  const text = await textOf(rail, file)
  if (digestOf(text) !== file.sha256) throw new Error(`bank file ${file.name} is not what it was when it was written`)
  await rail.odfi.stage(file.name, text)
  await rail.db.run(`update ach_file set state = 'staged' where id = $1 and state = 'built'`, [file.id])
}

async function release(rail: Rail, file: FileRow): Promise<void> {
  await rail.odfi.release(file.name)
  await rail.db.run(`update ach_file set state = 'delivered', delivered_ts = $2 where id = $1 and state = 'staged'`, [
    file.id,
    rail.clock.seconds(),
  ])
  rail.log.info({ file: file.name, entries: file.entry_count }, 'bank file delivered')
}

/** The file once more, from its rows and the vault. */
async function textOf(rail: Rail, file: FileRow): Promise<string> {
  const entries = await rail.db.query<EntryRow>('select * from ach_entry where ach_file_id = $1 order by sequence', [
    file.id,
  ])
  const opened = await rail.vaulting.openAll(
    byRail(file.root_id).caller,
    entries.map(({ instrument_id }) => instrument_id),
  )
  const accounts = new Map([...opened].map(([id, { account }]) => [id, account as BankAccount]))
  return renderFile(file, entries, accounts)
}

import { systemCaller } from '../../definition/caller.ts'
import type { Command, CommandAct } from '../../definition/command.ts'
import type { Resource, Row } from '../../definition/resource.ts'
import type { Store, UnitOfWork } from '../../definition/store.ts'
import type { JobRun } from '../../jobs/declare/task.ts'
import { invalidField, notFound } from '../../lib/problem.ts'
import type { Quotas } from '../../ports/quotas.ts'
import { chosenFiles, insertFiles, type Owner, takeFiles } from './attachments.ts'
import { discardTask, file } from './file.ts'

interface AttachedFiles {
  /** The record's name in paths. */
  plural: string
  /** At most this many files on one record. */
  most: number
  /** Locks the record of this id; throws when it is gone or its files may not be changed. */
  hold(work: UnitOfWork, id: string): Promise<Owner>
}

/** Returns the endpoints of a record's files. A file is found only below its own record. */
export function attachedFiles<R extends Resource>(parts: AttachedFiles): Command<R>[] {
  return [addFile(parts), listFiles(parts), readFile(), removeFile(parts)]
}

function addFile({ most, hold }: AttachedFiles): Command {
  return {
    name: 'files',
    method: 'POST',
    on: 'one',
    right: 'update',
    operation: 'attach*File',
    says: 'Attaches a file, sent as the part `file[file]` of a multipart body.',
    takes: { name: 'file[file]', required: true, says: 'The file, of at most five megabytes.' },
    returns: { noun: 'file', state: 'created' },
    async run(act) {
      const { files, quotas, publicUrl } = act.parts
      const uploads = chosenFiles(act.uploads, /^file(\.|$)/)
      if (uploads.length !== 1) throw invalidField('file', 'File cannot be blank.')
      const taking = {
        files,
        quotas,
        root_id: act.actor.caller.root_id,
        read: act.store.reader(act.actor.caller),
        location_id: String(act.row.location_id),
        uploads,
        most,
        seconds: act.moment.seconds,
      }
      const [row] = await takeFiles(taking, taken =>
        act.store.transaction(act.actor, async work => insertFiles(work, await hold(work, String(act.row.id)), taken)),
      )
      return { body: { file: shown(row!, publicUrl()) }, state: 'created' }
    },
  }
}

function listFiles({ plural, most }: AttachedFiles): Command {
  return {
    name: 'listFiles',
    method: 'GET',
    on: 'one',
    path: '/files',
    right: 'read',
    operation: 'list*Files',
    says: 'Lists the attached files, newest first, on one page; `/v2/files?resource_id=` filters and sorts them.',
    returns: { noun: 'file', many: true },
    async run(act) {
      const { publicUrl } = act.parts
      const rows = await act.store.reader(act.actor.caller).all(file, { resource_id: act.row.id })
      const pagination = { totalCount: rows.length, pageCount: rows.length > 0 ? 1 : 0, currentPage: 1, perPage: most }
      const links = { self: { href: `${publicUrl()}/v2/${plural}/${act.row.id}/files?page=1` } }
      const meta = { pagination: { links, ...pagination }, sort: { attributes: { id: 'desc' } } }
      return { body: { files: rows.map(row => shown(row, publicUrl())), meta } }
    },
  }
}

function readFile(): Command {
  return {
    name: 'readFile',
    method: 'GET',
    on: 'one',
    path: '/files/:file_id',
    right: 'read',
    operation: 'download*File',
    says: 'Downloads an attached file.',
    returns: { content_types: ['*/*'] },
    async run(act) {
      const row = await act.store.reader(act.actor.caller).find(file, named(act))
      if (!row) throw notFound()
      return { content: await act.parts.files.get(row.id), content_type: row.content_type, filename: row.file_name }
    },
  }
}

function removeFile({ hold }: AttachedFiles): Command {
  return {
    name: 'removeFile',
    method: 'DELETE',
    on: 'one',
    path: '/files/:file_id',
    right: 'update',
    operation: 'delete*File',
    says: 'Deletes an attached file.',
    returns: 'nothing',
    async run(act) {
      await act.store.transaction(act.actor, async work => {
        await hold(work, act.row.id)
        const found = await work.find(file, named(act))
        const row = found && (await work.lock(file, found.id))
        if (!row) throw notFound()
        await work.remove(file, row, {}, { effects: [discardTask.effect({ file_id: row.id })] })
        await act.parts.quotas.giveBack(work, 'file_byte', row.file_size_bytes)
      })
      return null
    },
  }
}

/** Deletes the files of a record that is gone: nobody reaches them any more, and they count towards the quota. */
export async function discardFiles(
  { store, quotas }: { store: Store; quotas: Quotas },
  { payload: { resource_id }, root_id }: JobRun<{ resource_id: string }>,
): Promise<void> {
  await store.transaction({ caller: systemCaller(root_id ?? '', 'worker') }, async work => {
    let bytes = 0
    for (const { id } of await work.all(file, { resource_id })) {
      const row = await work.lock(file, id)
      if (!row) continue
      await work.remove(file, row, {}, { effects: [discardTask.effect({ file_id: row.id })] })
      bytes += row.file_size_bytes
    }
    if (bytes > 0) await quotas.giveBack(work, 'file_byte', bytes)
  })
}

function named({ row, query }: CommandAct<Resource>): { id: string; resource_id: string } {
  return { id: query.file_id ?? '', resource_id: String(row.id) }
}

/** Returns a file as the expand `files` shows it. */
function shown(row: Row<typeof file>, public_url: string): Record<string, unknown> {
  const fields = Object.entries(file.fields).filter(([, field]) => !('reach' in field.options))
  const record = Object.fromEntries(fields.map(([name]) => [name, row[name as keyof typeof row]]))
  return { ...record, _links: { self: { href: `${public_url}/v2/files/${row.id}` } } }
}

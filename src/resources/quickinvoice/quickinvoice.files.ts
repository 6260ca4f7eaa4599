import type { Command } from '../../definition/command.ts'
import type { Book } from '../../definition/door.ts'
import type { Row } from '../../definition/resource.ts'
import { invalidField, notFound } from '../../lib/problem.ts'
import type { FileStore } from '../../ports/files.ts'
import { file } from '../file/file.ts'
import { checkFiles, chosenFiles, dropOrphans, insertFiles, keepFiles, productFileOf } from './attachments.ts'
import { quickinvoice, STATUS } from './quickinvoice.ts'

type Invoice = typeof quickinvoice

interface Parts {
  files: FileStore
  publicUrl(): string
}

/** Files of an invoice after it was created. In a path a file is only found below its own invoice. */
export function fileCommands(parts: Parts): Command<Invoice>[] {
  return [addFile(parts), readFile(parts), removeFile]
}

function addFile({ files, publicUrl }: Parts): Command<Invoice> {
  return {
    name: 'files',
    method: 'POST',
    on: 'one',
    right: 'update',
    says: 'Attaches a file, sent as the part `file[file]` of a multipart body.',
    async run(act) {
      const uploads = chosenFiles(act.uploads, /^file(\.|$)/)
      if (uploads.length !== 1) throw invalidField('file', 'File cannot be blank.')
      const read = act.door.reader(act.by.caller)
      const service = await productFileOf(read, act.row.location_id)
      checkFiles(uploads, 0, service)
      const kept = await keepFiles(files, uploads, act.moment.seconds)
      try {
        const row = await act.door.open(act.by, async book => {
          const invoice = await lockOpen(book, act.row.id)
          const already = await book.all(file, { resource_id: invoice.id })
          checkFiles(uploads, already.length, service)
          const [stored] = await insertFiles(book, invoice, kept, service)
          return stored!
        })
        return { body: { file: shown(row, publicUrl()) }, status: 201 }
      } catch (error) {
        await dropOrphans(files, kept, read)
        throw error
      }
    },
  }
}

function readFile({ files }: Parts): Command<Invoice> {
  return {
    name: 'readFile',
    method: 'GET',
    on: 'one',
    path: '/files/:file_id',
    right: 'read',
    says: 'Downloads an attached file.',
    async run(act) {
      const row = await act.door.reader(act.by.caller).find(file, named(act))
      if (!row) throw notFound()
      return { raw: await files.get(row.id), content_type: row.content_type, filename: row.file_name }
    },
  }
}

const removeFile: Command<Invoice> = {
  name: 'removeFile',
  method: 'DELETE',
  on: 'one',
  path: '/files/:file_id',
  right: 'update',
  says: 'Deletes an attached file.',
  async run(act) {
    await act.door.open(act.by, async book => {
      await lockOpen(book, act.row.id)
      const found = await book.find(file, named(act))
      const row = found && (await book.lock(file, found.id))
      if (!row) throw notFound()
      await book.remove(file, row, {}, { effects: [{ task: 'file.discard', payload: { file_id: row.id } }] })
    })
    return { status: 204 }
  },
}

/** What hangs on an invoice is part of it: a closed one cannot be updated. */
async function lockOpen(book: Book, id: string): Promise<Row<Invoice>> {
  const invoice = await book.lock(quickinvoice, id)
  if (!invoice) throw notFound()
  if (invoice.status_id !== STATUS.closed) return invoice
  throw invalidField('status_id', 'Quick Invoice is closed and cannot be updated.')
}

function named(act: { row: { id: string }; query: Record<string, string> }): { id: string; resource_id: string } {
  return { id: act.query.file_id ?? '', resource_id: act.row.id }
}

/** A file as the answer shows it, like the expand `files`. */
function shown(row: Row<typeof file>, public_url: string): Record<string, unknown> {
  const fields = Object.entries(file.fields).filter(([, field]) => !('reach' in field.options))
  const record = Object.fromEntries(fields.map(([name]) => [name, row[name as keyof typeof row]]))
  return { ...record, _links: { self: { href: `${public_url}/v2/files/${row.id}` } } }
}

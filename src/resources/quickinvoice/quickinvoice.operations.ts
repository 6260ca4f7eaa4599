import type { CreateAct, Upload } from '../../definition/command.ts'
import type { Book } from '../../definition/door.ts'
import type { Operations } from '../../definition/noun.ts'
import type { Row } from '../../definition/resource.ts'
import type { FileStore } from '../../ports/files.ts'
import { chosenFiles, insertFiles, takeFiles } from '../file/file.ts'
import { tag } from '../tag/tag.ts'
import { MOST_FILES } from './quickinvoice.files.ts'
import type { quickinvoice } from './quickinvoice.ts'

type Invoice = typeof quickinvoice

/** A new invoice brings its tags and files with it: one transaction stores them all. Files come in multipart bodies only (contract 2.2). */
export function quickinvoiceOperations({ files }: { files: FileStore }): Operations<Invoice> {
  return {
    async create(act: CreateAct<Invoice>) {
      const titles = [...new Set(act.draft.tags)]
      const uploads = chosenFiles(act.uploads, /^quickinvoice\.files(\.|$)/)
      if (uploads.length > 0) return createWithFiles(files, act, titles, uploads)
      return titles.length > 0 ? act.proceed((book, row) => insertTags(book, row, titles)) : act.proceed()
    },
  }
}

async function createWithFiles(
  files: FileStore,
  act: CreateAct<Invoice>,
  titles: readonly string[],
  uploads: readonly Upload[],
): Promise<Row<Invoice>> {
  const { location_id } = act.draft
  const read = act.door.reader(act.by.caller)
  const taking = { files, read, location_id, uploads, most: MOST_FILES, seconds: act.moment.seconds }
  return takeFiles(taking, taken =>
    act.proceed(async (book, row) => {
      await insertTags(book, row, titles)
      await insertFiles(book, { id: row.id, location_id, resource: 'QuickInvoice' }, taken)
    }),
  )
}

/** The rules have given every title an id, in the order of the titles; those that are new get their record here. */
async function insertTags(book: Book, row: Row<Invoice>, titles: readonly string[]): Promise<void> {
  for (const [index, title] of titles.entries()) {
    const id = row.tag_ids[index]!
    if (!(await book.exists(tag, { id }))) await book.insert(tag, { id, location_id: row.location_id, title })
  }
}

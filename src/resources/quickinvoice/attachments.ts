import type { Upload } from '../../definition/command.ts'
import type { Book } from '../../definition/door.ts'
import type { Row } from '../../definition/resource.ts'
import type { Reader } from '../../definition/rules.ts'
import { newId } from '../../lib/id.ts'
import { forbidden, invalidField } from '../../lib/problem.ts'
import type { FileStore } from '../../ports/files.ts'
import { file } from '../file/file.ts'
import { product_file } from '../product_file/product_file.ts'
import type { quickinvoice } from './quickinvoice.ts'

/** Contract 2.2 leaves both open; they are what people attach to an invoice and what mail servers still take. */
const MOST_FILES = 4
const LARGEST_BYTES = 5 * 1024 * 1024

/** An upload whose content lies in the file store already, under the id its record will have. */
export interface KeptFile {
  id: string
  upload: Upload
}

type Service = Row<typeof product_file> | null

/** The uploads under these names. A form with an empty file input sends a part without name and content, which is no file. */
export function chosenFiles(uploads: readonly Upload[], isNamed: RegExp): Upload[] {
  return uploads.filter(
    ({ field, filename, content }) => isNamed.test(field) && (filename !== '' || content.length > 0),
  )
}

/** The file service of a location. Every location may attach files; a service record of its own can limit that or switch it off. */
export function productFileOf(read: Reader, location_id: string): Promise<Service> {
  return read.find(product_file, { location_id })
}

/** Throws 403 when the location's file service is off, 422 on `files` for too many, too large or unwanted ones. */
export function checkFiles(uploads: readonly Upload[], already: number, service: Service): void {
  if (uploads.length === 0) return
  if (service && !service.active) throw forbidden('The file service of this location is switched off.')
  if (already + uploads.length > MOST_FILES)
    throw invalidField('files', `Files should contain at most ${MOST_FILES} files.`)
  const largest = Math.min(LARGEST_BYTES, service?.max_file_size_bytes ?? LARGEST_BYTES)
  const wanted = service?.file_ext_allowed
    ?.toLowerCase()
    .split(',')
    .map(each => each.trim().replace(/^\./, ''))
    .filter(Boolean)
  for (const { filename, content } of uploads) {
    if (content.length > largest) throw invalidField('files', `Files should be at most ${largest} bytes each.`)
    const extension = extensionOf(filename) ?? ''
    if (wanted?.length && !wanted.includes(extension))
      throw invalidField('files', `Files must be one of ${wanted.join(', ')}.`)
  }
}

/** Puts the contents into the store. Their records follow in the transaction of the invoice. */
export async function keepFiles(files: FileStore, uploads: readonly Upload[], seconds: number): Promise<KeptFile[]> {
  const kept = uploads.map(upload => ({ id: newId(seconds * 1000), upload }))
  try {
    for (const { id, upload } of kept) await files.put(id, upload.content)
    return kept
  } catch (error) {
    await Promise.allSettled(kept.map(({ id }) => files.remove(id)))
    throw error
  }
}

/** Stores the records of kept files beside their invoice. */
export async function insertFiles(
  book: Book,
  invoice: Row<typeof quickinvoice>,
  kept: readonly KeptFile[],
  service: Service,
): Promise<Row<typeof file>[]> {
  const rows: Row<typeof file>[] = []
  for (const { id, upload } of kept) {
    const row = await book.insert(file, {
      id,
      resource_id: invoice.id,
      resource: 'QuickInvoice',
      location_id: invoice.location_id,
      product_file_id: service?.id ?? null,
      file_name: nameOf(upload.filename),
      file_extension: extensionOf(upload.filename),
      file_size_bytes: upload.content.length,
      content_type: typeOf(upload.content_type),
    })
    rows.push(row)
  }
  return rows
}

/**
 * Removes the contents of files whose records were not stored. A transaction that failed may still have been committed when only its
 * answer was lost, so the records are asked; what cannot be asked is left to lie, because a lost file is worse than an orphan.
 */
export async function dropOrphans(files: FileStore, kept: readonly KeptFile[], read: Reader): Promise<void> {
  await Promise.allSettled(
    kept.map(async ({ id }) => {
      if (!(await read.exists(file, { id }))) await files.remove(id)
    }),
  )
}

/** The name alone, without a path and without what file systems and headers choke on. */
function nameOf(filename: string): string {
  const bare = filename.toWellFormed().replace(/^.*[/\\]/s, '')
  const clean = bare.replaceAll(/[\u0000-\u001f\u007f"<>:|?*\ufffd]/g, '').trim()
  return [...(clean || 'file')].slice(-128).join('')
}

function extensionOf(filename: string): string | null {
  return /\.([A-Za-z0-9]{1,16})$/.exec(filename)?.[1]?.toLowerCase() ?? null
}

function typeOf(content_type: string): string {
  const fits = content_type.length <= 128 && /^[\w.+-]+\/[\w.+-]+$/.test(content_type)
  return fits ? content_type.toLowerCase() : 'application/octet-stream'
}

import type { Upload } from '../../definition/command.ts'
import type { Row } from '../../definition/resource.ts'
import type { Reader } from '../../definition/rules.ts'
import type { UnitOfWork } from '../../definition/store.ts'
import { cardDataIn } from '../../lib/card-data-in.ts'
import { newId } from '../../lib/id.ts'
import { forbidden, invalidField } from '../../lib/problem.ts'
import { quotaRefusal } from '../../lib/quotas.ts'
import type { FileStore } from '../../ports/files.ts'
import type { Quotas } from '../../ports/quotas.ts'
import { product_file } from '../product_file/product_file.ts'
import { type ATTACHED_TO, file } from './file.ts'

/** Contract 2.2 names no limit; most mail servers accept this much. */
const LARGEST_BYTES = 5 * 1024 * 1024

/** The record that files are attached to. */
export interface Owner {
  id: string
  location_id: string
  resource: (typeof ATTACHED_TO)[number]
}

interface Taking {
  files: FileStore
  quotas: Quotas
  /** The merchant that stores them. */
  root_id: string
  read: Reader
  /** The location whose file service applies. */
  location_id: string
  uploads: readonly Upload[]
  /** At most this many files on one record. */
  most: number
  /** Unix seconds. */
  seconds: number
}

/** Uploads whose contents are already in the file store, under the ids their records will have. */
export interface Taken {
  kept: { id: string; upload: Upload }[]
  most: number
  service: Service
  quotas: Quotas
}

type Service = Row<typeof product_file> | null

/**
 * Returns the uploads under these names. An empty file input sends a part without name and content, which is skipped.
 */
export function chosenFiles(uploads: readonly Upload[], isNamed: RegExp): Upload[] {
  return uploads.filter(
    ({ field, filename, content }) => isNamed.test(field) && (filename !== '' || content.length > 0),
  )
}

/**
 * Checks uploads, puts their contents into the file store, and calls `store`, which writes the records by `insertFiles`
 * in its own transaction. Contents whose records are not stored are removed again. Throws 403 when the location's file
 * service is off, 422 on `files` for too many, too large or unwanted ones, 429 where the merchant has no room left.
 * Every location may attach files, unless its service record limits that or switches it off.
 */
export async function takeFiles<T>(taking: Taking, store: (taken: Taken) => Promise<T>): Promise<T> {
  const { files, quotas, root_id, read, location_id, uploads, most, seconds } = taking
  const service = await read.find(product_file, { location_id })
  checkFiles(uploads, service)
  checkCount(uploads.length, most)
  const used_up = await quotas.usedUp(root_id, 'file_byte', bytesOf(uploads))
  if (used_up) throw quotaRefusal(used_up, seconds)
  const kept = uploads.map(upload => ({ id: newId(seconds * 1000), upload }))
  try {
    for (const { id, upload } of kept) await files.put(id, upload.content)
    return await store({ kept, most, service, quotas })
  } catch (error) {
    await dropOrphans(files, kept, read)
    throw error
  }
}

/** Stores the records of files of an owner that the transaction has locked; 422 on `files` when there are too many. */
export async function insertFiles(work: UnitOfWork, owner: Owner, taken: Taken): Promise<Row<typeof file>[]> {
  const { kept, most, service, quotas } = taken
  const already = await work.all(file, { resource_id: owner.id })
  checkCount(already.length + kept.length, most)
  const rows: Row<typeof file>[] = []
  for (const { id, upload } of kept) {
    const row = await work.insert(file, {
      id,
      resource_id: owner.id,
      resource: owner.resource,
      location_id: owner.location_id,
      product_file_id: service?.id ?? null,
      file_name: nameOf(upload.filename),
      file_extension: extensionOf(upload.filename),
      file_size_bytes: upload.content.length,
      content_type: typeOf(upload.content_type),
    })
    rows.push(row)
  }
  // The row of the merchant is locked last, until the commit.
  await quotas.takeIn(work, 'file_byte', bytesOf(kept.map(({ upload }) => upload)))
  return rows
}

function bytesOf(uploads: readonly Upload[]): number {
  return uploads.reduce((sum, { content }) => sum + content.length, 0)
}

function checkCount(count: number, most: number): void {
  if (count > most) throw invalidField('files', `Files should contain at most ${most} files.`)
}

function checkFiles(uploads: readonly Upload[], service: Service): void {
  if (service && !service.active) throw forbidden('The file service of this location is switched off.')
  const largest = Math.min(LARGEST_BYTES, service?.max_file_size_bytes ?? LARGEST_BYTES)
  const wanted = service?.file_ext_allowed
    ?.toLowerCase()
    .split(',')
    .map(each => each.trim().replace(/^\./, ''))
    .filter(Boolean)
  for (const { filename, content } of uploads) {
    if (content.length > largest) throw invalidField('files', `Files should be at most ${largest} bytes each.`)
    const card_data = cardDataIn(filename)
    if (card_data) throw invalidField('files', `Files must not have a ${card_data} in their names.`)
    const extension = extensionOf(filename) ?? ''
    if (wanted?.length && !wanted.includes(extension))
      throw invalidField('files', `Files must be one of ${wanted.join(', ')}.`)
  }
}

/**
 * A transaction that seems to have failed may have been committed, if only its confirmation was lost. So a content is
 * removed only when its record is known to be missing: a lost file is worse than an orphan.
 */
async function dropOrphans(files: FileStore, kept: Taken['kept'], read: Reader): Promise<void> {
  await Promise.allSettled(
    kept.map(async ({ id }) => {
      if (!(await read.exists(file, { id }))) await files.remove(id)
    }),
  )
}

/** Returns the bare name without a path or characters that are unsafe in file systems and headers. */
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

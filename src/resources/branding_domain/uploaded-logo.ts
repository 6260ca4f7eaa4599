import { createHash } from 'node:crypto'
import type { Command } from '../../definition/command.ts'
import type { Change, Resource } from '../../definition/resource.ts'
import type { UnitOfWork } from '../../definition/store.ts'
import { type CleanPicture, cleanPicture, LARGEST_SIDE } from '../../lib/clean-picture.ts'
import { pictureIn } from '../../lib/picture.ts'
import { invalidField, notFound } from '../../lib/problem.ts'
import { chosenFiles } from '../file/attachments.ts'

/** A logo is loaded with every page of the merchant. */
export const LARGEST_LOGO_BYTES = 200_000
/** Mails show the logo that the merchant had, so earlier ones stay; those that nobody shows, as many as these. */
const MOST_LOGOS = 50

/**
 * Returns the endpoint by which a record gets a picture of its own: it is stored, and `column` has its address, from
 * where everything that shows a logo takes it.
 */
export function logoCommand<R extends Resource>(resource: R, column: keyof R['fields'] & string): Command<R> {
  return {
    name: 'logo',
    method: 'POST',
    on: 'one',
    right: 'update',
    operation: 'upload*Logo',
    says: `Stores a picture, sent as the part \`file[file]\` of a multipart body, and sets \`${column}\` to its address. Pages, receipts and mails show it.`,
    takes: {
      name: 'file[file]',
      required: true,
      says: 'A PNG, JPEG or WebP of at most 200,000 bytes and 2,000 pixels a side.',
    },
    returns: 'record',
    refuses: ['invalid'],
    async run(act) {
      const [upload, ...more] = chosenFiles(act.uploads, /^file(\.|$)/)
      if (!upload || more.length > 0) throw invalidField('file', 'File cannot be blank.')
      const picture = await checkedPicture(upload.content)
      const row = await act.store.transaction(act.actor, async work => {
        const locked = await work.lock(resource, act.row.id)
        if (!locked) throw notFound()
        const address = await keepLogo(work, picture, act.moment.seconds)
        return work.update(resource, locked, { [column]: address } as Change<R>)
      })
      return { row }
    },
  }
}

/** Returns the picture written anew: what is stored and shown is never what was sent. */
async function checkedPicture(content: Buffer): Promise<CleanPicture> {
  if (content.length > LARGEST_LOGO_BYTES)
    throw invalidField('file', `File should be at most ${LARGEST_LOGO_BYTES} bytes.`)
  const picture = pictureIn(content)
  if (!picture) throw invalidField('file', 'File must be a PNG, JPEG or WebP picture; SVG is not taken.')
  if (Math.max(picture.width, picture.height) > LARGEST_SIDE)
    throw invalidField('file', `File should be at most ${LARGEST_SIDE} pixels wide and high.`)
  const clean = await cleanPicture(content)
  if (!clean) throw invalidField('file', 'File is damaged: it does not hold the picture that its header describes.')
  return clean
}

/** Returns the address, which has the hash of the picture in it, so that it may be kept by browsers for good. */
async function keepLogo(work: UnitOfWork, picture: CleanPicture, seconds: number): Promise<string> {
  const { content } = picture
  const id = createHash('sha256').update(content).digest('hex').slice(0, 40)
  const { root_id } = work.actor.caller
  await work.query(
    `insert into logo (id, root_id, content_type, content, created_ts) values ($1, $2, $3, $4, $5)
     on conflict (id, root_id) do update set created_ts = excluded.created_ts`,
    [id, root_id, picture.content_type, content, seconds],
  )
  await work.query(FORGET, [root_id, MOST_LOGOS, id])
  return `/logos/${id}.${picture.extension}`
}

/** Deletes the oldest pictures of a merchant that no record shows. */
const FORGET = `
delete from logo l
 where root_id = $1 and id <> $3
   and id in (select id from logo where root_id = $1 order by created_ts desc, id offset $2)
   and not exists (select from location p where p.root_id = $1 and p.deleted_ts is null and p.receipt_logo like '/logos/' || l.id || '%')
   and not exists (select from branding_domain d where d.root_id = $1 and d.deleted_ts is null and d.logo like '/logos/' || l.id || '%')`

interface Sql {
  query<T>(text: string, values?: readonly unknown[]): Promise<T[]>
}

interface StoredLogo {
  content_type: string
  content: Buffer
}

/** Returns the picture at an address that `keepLogo` made, or null. */
export async function storedLogo(db: Sql, address: string): Promise<StoredLogo | null> {
  const [, id] = ADDRESS.exec(address) ?? []
  const [stored] = id ? await db.query<StoredLogo>(STORED, [id]) : []
  return stored ?? null
}

const ADDRESS = /^\/logos\/([0-9a-f]{40})\.(?:png|jpg|webp)$/

/** Two merchants may have uploaded the same picture, and the address says which one it is. */
const STORED = 'select content_type, content from logo where id = $1 limit 1'

/** Returns it as `data:image/…`. */
export async function logoData(db: Sql, address: string): Promise<string | null> {
  const stored = await storedLogo(db, address)
  return stored && `data:${stored.content_type};base64,${stored.content.toString('base64')}`
}

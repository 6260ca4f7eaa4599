import { systemCaller } from '../../definition/caller.ts'
import type { Door } from '../../definition/door.ts'
import type { JobRun, Tasks } from '../../definition/task.ts'
import { letterHtml, letterText } from '../../lib/letter.ts'
import type { Mailer, Texter } from '../../ports/mailer.ts'
import { branding_domain } from '../branding_domain/branding_domain.ts'
import { location } from '../location/location.ts'
import { isClosed } from './closed.ts'
import { isBlacklisted, type Notice } from './delivery.ts'
import { type Merchant, paylinkLetter, paylinkText } from './letter.ts'
import { payLinkUrl, paylink } from './paylink.ts'

export interface TaskParts {
  door: Door
  mailer: Mailer
  texter: Texter
  publicUrl(): string
}

/** What workers do for paylinks after commit. A message carries the id of its job, so that a job run twice sends once. */
export function paylinkTasks(parts: TaskParts): Tasks {
  return { 'paylink.notify': job => notify(parts, job) }
}

/** Nobody is asked to pay a link that was paid, withdrawn or deleted since it was to be sent. */
async function notify({ door, mailer, texter, publicUrl }: TaskParts, job: JobRun): Promise<void> {
  const { paylink_id, channel, to, reason } = job.payload as unknown as Notice
  const read = door.reader(systemCaller(job.root_id ?? '', 'worker'))
  const link = await read.maybe(paylink, paylink_id)
  const place = link && (await read.maybe(location, link.location_id))
  if (!link || !place || isClosed(link, job.seconds, place.tz) || (await isBlacklisted(read, { channel, to }))) return

  const merchant: Merchant = { place, domain: await read.maybe(branding_domain, place.branding_domain_id) }
  const href = payLinkUrl(publicUrl(), link.id)
  const envelope = { id: job.id, to, reason: `paylink.${reason}`, location_id: link.location_id }
  if (channel === 'sms') return texter.send({ ...envelope, from: place.name, text: paylinkText(link, merchant, href) })

  const letter = paylinkLetter(link, merchant, href)
  const reply_to = place.email_reply_to || merchant.domain?.email_reply_to || null
  await mailer.send({
    ...envelope,
    from: reply_to,
    from_name: place.name,
    reply_to,
    subject: letter.subject,
    text: letterText(letter),
    html: letterHtml(letter),
    attachments: [],
  })
}

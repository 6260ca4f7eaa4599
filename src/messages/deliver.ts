import type { Logger } from 'pino'
import { systemCaller } from '../definition/caller.ts'
import type { Store } from '../definition/store.ts'
import type { JobRun, Task } from '../jobs/declare/task.ts'
import { letterHtml, letterText } from '../lib/letter.ts'
import { redactText } from '../lib/redact-text.ts'
import type { Clock } from '../ports/clock.ts'
import type { Delivery, Mailer, Texter } from '../ports/mailer.ts'
import { foreignWords } from './foreign-words.ts'
import type { Compose, Mail, Messages, Outgoing } from './outgoing.ts'
import { type LogChange, type LogRow, type MessageRecords, OWN_REQUEST } from './ports.ts'
import { retryDelay } from './retry-delay.ts'

export interface MessageParts extends MessageRecords {
  store: Store
  mailer: Mailer
  texter: Texter
  clock: Clock
  log: Pick<Logger, 'error' | 'warn'>
  /** The page on which the recipient of this message stops further ones. */
  unsubscribeUrl(message_id: string): string
}

export function messages(parts: MessageParts): Messages {
  return { sending: (task, compose) => task.does(job => run(parts, task, compose, job)) }
}

/** What a job that tries a message again carries beside the payload of the first. */
type MessageJob = JobRun<{ message_id?: string; channel?: Outgoing['channel']; tries?: number }>

/** A message is known by the job that first tried to send it; the jobs that try again carry its id and channel. */
function knownBy({ id, payload }: MessageJob): string {
  return payload.message_id ?? id
}

/** A job that was done and is run once more, because its worker died before it could say so, finds that the log has gone on. */
function triesBefore({ payload }: MessageJob): number {
  return payload.tries ?? 0
}

/** What nobody has tried has no record: most messages are spared the look. */
function isFirst({ attempt, payload }: MessageJob): boolean {
  return attempt === 1 && payload.message_id === undefined
}

function isOpen({ status }: LogRow): boolean {
  return status === 'queued' || status === 'sending'
}

async function run<P extends object>(
  parts: MessageParts,
  task: Task<P>,
  compose: Compose<P>,
  run: JobRun<P>,
): Promise<void> {
  const job: MessageJob = run
  const caller = systemCaller(job.root_id ?? '', 'worker')
  const read = parts.store.reader(caller)
  const message = await compose(run, read)
  const id = knownBy(job)
  const channel = message?.channel ?? (job.payload.channel === 'sms' ? 'sms' : 'email')
  const before = isFirst(job) ? null : await parts.messageLog.find(read, channel, id)
  if (before && (!isOpen(before) || before.attempts !== triesBefore(job))) return
  if (!message) {
    if (before) await note(parts, job, before, channel, { status: 'dropped' })
    return
  }
  if (await parts.blacklist.has(read, message)) {
    if (before) await note(parts, job, before, channel, { status: 'withheld' })
    else await begin(parts, job, id, message, 'withheld')
    return
  }
  // Whoever began to send this text has died or lost it. Mail programs fold two mails of one Message-ID; two texts are two.
  if (before?.status === 'sending' && channel === 'sms') {
    const detail = 'The gateway was interrupted while it handed the text over.'
    await note(parts, job, before, channel, { status: 'unknown', detail })
    return
  }
  const row = before ? await again(parts, job, before, message) : await begin(parts, job, id, message, 'sending')
  await conclude(parts, task, job, row, message, await handOver(parts, row, message))
}

function begin(
  { store, messageLog }: MessageParts,
  job: MessageJob,
  id: string,
  message: Outgoing,
  status: 'sending' | 'withheld',
) {
  const caller = systemCaller(job.root_id ?? '', 'worker')
  return messageLog.insert(store, { caller }, message.channel, { id, ...logRecord(message), status, attempts: 0 })
}

/** What it says may have changed since the last try. */
function again(parts: MessageParts, job: MessageJob, row: LogRow, message: Outgoing): Promise<LogRow> {
  return note(parts, job, row, message.channel, { ...logRecord(message), status: 'sending' })
}

function note(
  { store, messageLog }: MessageParts,
  job: MessageJob,
  row: LogRow,
  channel: Outgoing['channel'],
  set: LogChange,
) {
  return store.transaction({ caller: systemCaller(job.root_id ?? '', 'worker') }, async work => {
    const held = await messageLog.lock(work, channel, row.id)
    if (!held) throw new Error(`the log of message ${row.id} is gone`)
    return messageLog.update(work, channel, held, set, { verb: set.status })
  })
}

async function handOver(parts: MessageParts, row: LogRow, message: Outgoing): Promise<Delivery> {
  try {
    if (message.channel === 'email') return await parts.mailer.send(emailOf(parts, row, message))
    return await parts.texter.send({
      id: row.id,
      to: message.to,
      from: message.from.name,
      text: message.text,
      reason: message.reason,
      location_id: row.location_id,
    })
  } catch (error) {
    const detail = redactText(String((error as Error).message))
    return { result: message.channel === 'email' ? 'later' : 'unknown', detail }
  }
}

function emailOf({ unsubscribeUrl }: MessageParts, row: LogRow, message: Mail) {
  const { attachments = [], reason, to } = message
  const { name, reply_to } = message.from
  const unsubscribe_url = message.unsubscribable ? unsubscribeUrl(row.id) : null
  const letter = { ...message.letter, unsubscribe_url }
  return {
    id: row.id,
    to,
    from: reply_to,
    from_name: name,
    reply_to,
    subject: letter.subject,
    text: letterText(letter),
    html: letterHtml(letter),
    attachments,
    unsubscribe_url,
    reason,
    location_id: row.location_id,
  }
}

/** Stores what became of it together with all that follows: the next try, a blacklist, what the message's own noun writes down. */
async function conclude(
  parts: MessageParts,
  task: Task<object>,
  job: MessageJob,
  row: LogRow,
  message: Outgoing,
  delivery: Delivery,
): Promise<void> {
  const { store, clock, log, blacklist, messageLog } = parts
  const seconds = clock.seconds()
  const attempts = row.attempts + 1
  const pause = delivery.result === 'later' ? retryDelay(message.channel, attempts) : null
  const set = { ...outcomeOf(delivery, pause !== null, message), attempts }
  await store.transaction({ caller: systemCaller(job.root_id ?? '', 'worker') }, async work => {
    const held = await messageLog.lock(work, message.channel, row.id)
    if (held?.status !== 'sending') return
    const payload = { ...job.payload, message_id: row.id, channel: message.channel, tries: attempts }
    const effects = pause === null ? [] : [task.effect(payload, { run_at: seconds + pause })]
    await messageLog.update(
      work,
      message.channel,
      held,
      { ...set, ...(set.status === 'sent' ? { sent_ts: seconds } : {}) },
      { verb: set.status, effects },
    )
    if (delivery.result === 'refused' && delivery.unwelcome) {
      await blacklist.block(work, message, delivery.opted_out ? OWN_REQUEST.opted_out : foreignWords(delivery.detail))
    }
    if (delivery.result === 'sent') await message.sent?.(work)
  })
  if (delivery.result !== 'sent') {
    const facts = { message: row.id, kind: message.channel, status: set.status, attempts, detail: set.detail }
    if (set.status === 'queued') log.warn(facts, 'message is tried again later')
    else log.error(facts, 'message was not delivered')
  }
}

function outcomeOf(delivery: Delivery, again: boolean, { channel }: Outgoing): LogChange {
  if (delivery.result === 'sent') {
    const { provider_id, sender, return_path = null } = delivery
    const from = channel === 'email' ? { source_address: sender, return_path } : { sender }
    return { status: 'sent', provider_id: provider_id && foreignWords(provider_id), detail: null, ...from }
  }
  const detail = foreignWords(delivery.detail)
  if (delivery.result === 'later') return { status: again ? 'queued' : 'failed', detail }
  if (delivery.result === 'refused') return { status: delivery.unwelcome ? 'bounced' : 'failed', detail }
  return { status: 'unknown', detail }
}

/** What the log keeps of a message: everything a merchant wants to find again, without the HTML form of what the text says too. */
function logRecord(message: Outgoing): LogChange {
  const { from, about, reason, to } = message
  const record = {
    location_id: from.location_id,
    recipient: to,
    reason_sent: reason,
    reason_model: about.model,
    reason_model_id: about.id,
  }
  if (message.channel === 'sms') return { ...record, body: message.text }
  return {
    ...record,
    subject: [...message.letter.subject].slice(0, 256).join(''),
    body: letterText(message.letter),
    source_address: from.reply_to,
    reply_to: from.reply_to,
    domain_id: from.domain_id,
  }
}

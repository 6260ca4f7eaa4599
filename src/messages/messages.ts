import type { Logger } from 'pino'
import { systemCaller } from '../definition/caller.ts'
import type { Store } from '../definition/store.ts'
import type { JobRun, Task } from '../jobs/declare/task.ts'
import { letterHtml, letterText } from '../lib/letter.ts'
import { redactText } from '../lib/redact-text.ts'
import type { Clock } from '../ports/clock.ts'
import type { Delivery, Mailer, Texter } from '../ports/mailer.ts'
import type { WithinLimits } from './limits.ts'
import { logText, oneLine } from './log-text.ts'
import type { Compose, Mail, Messages, Outgoing } from './outgoing.ts'
import { type LogChange, type LogRow, type MessageRecords, OWN_REQUEST } from './ports.ts'

export interface MessageParts extends MessageRecords {
  withinLimits: WithinLimits
  store: Store
  mailer: Mailer
  texter: Texter
  clock: Clock
  log: Pick<Logger, 'error' | 'warn'>
  /** Whether mails of this merchant may be from the address; else it is where they are answered. */
  isOwnAddress(root_id: string, address: string): Promise<boolean>
  /** The page on which the recipient of this message stops further ones. */
  unsubscribeUrl(message_id: string): string
  /** The base of every address in a message, without a trailing slash. */
  publicUrl(): string
}

export function messages(parts: MessageParts): Messages {
  return { sending: (task, compose) => task.does(job => run(parts, task, compose, job)) }
}

/** A job that retries a message has these beside the payload of the first job. */
type MessageJob = JobRun<{ message_id?: string; channel?: Outgoing['channel']; tries?: number }>

/** A message has the id of the job that first tried to send it; jobs that retry carry that id. */
function messageIdOf({ id, payload }: MessageJob): string {
  return payload.message_id ?? id
}

/** Returns how many attempts a job expects in the log. A job that runs again after its worker died finds more. */
function attemptsBefore({ payload }: MessageJob): number {
  return payload.tries ?? 0
}

/** A first attempt has no log record yet, which spares most messages a query. */
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
  const id = messageIdOf(job)
  const channel = message?.channel ?? (job.payload.channel === 'sms' ? 'sms' : 'email')
  const before = isFirst(job) ? null : await parts.messageLog.find(read, channel, id)
  if (before && (!isOpen(before) || before.attempts !== attemptsBefore(job))) return
  if (!message) {
    if (before) await updateLog(parts, job, before, channel, { status: 'dropped' })
    return
  }
  const reminds = message.channel === 'email' && message.unsubscribable !== undefined
  if (await parts.blacklist.has(read, message, reminds)) {
    if (before) await updateLog(parts, job, before, channel, { status: 'withheld' })
    else await startLog(parts, job, id, message, 'withheld')
    return
  }
  // The process that was sending this text died. Mail programs show two mails of one Message-ID once; a second text is
  // a second text.
  if (before?.status === 'sending' && channel === 'sms') {
    const detail = 'The gateway was interrupted while it handed the text over.'
    await updateLog(parts, job, before, channel, { status: 'unknown', detail })
    return
  }
  const start = (held: string | null) => startLog(parts, job, id, message, held === null ? 'sending' : 'withheld', held)
  const row = before
    ? await retry(parts, job, before, message)
    : await parts.withinLimits(sendingOf(job, message), run.seconds, start)
  if (row.status === 'withheld') {
    parts.log.warn({ message: row.id, kind: channel, about: message.about.id }, 'message was held back by a limit')
    return
  }
  await recordDelivery(parts, task, job, row, message, await handOver(parts, job.root_id ?? '', row, message))
}

function sendingOf({ root_id }: MessageJob, { channel, to, about }: Outgoing): Parameters<WithinLimits>[0] {
  return { root_id: root_id ?? '', channel, recipient: to, about }
}

function startLog(
  { store, messageLog }: MessageParts,
  job: MessageJob,
  id: string,
  message: Outgoing,
  status: 'sending' | 'withheld',
  detail: string | null = null,
) {
  const caller = systemCaller(job.root_id ?? '', 'worker')
  return messageLog.insert(store, { caller }, message.channel, {
    ...{ id, ...logRecord(message), status, attempts: 0 },
    ...(detail === null ? {} : { detail }),
  })
}

/** Logs the message anew: its text may have changed since the last attempt. */
function retry(parts: MessageParts, job: MessageJob, row: LogRow, message: Outgoing): Promise<LogRow> {
  return updateLog(parts, job, row, message.channel, { ...logRecord(message), status: 'sending' })
}

function updateLog(
  { store, messageLog }: MessageParts,
  job: MessageJob,
  row: LogRow,
  channel: Outgoing['channel'],
  set: LogChange,
) {
  return store.transaction({ caller: systemCaller(job.root_id ?? '', 'worker') }, async work => {
    const locked = await messageLog.lock(work, channel, row.id)
    if (!locked) throw new Error(`the log of message ${row.id} is gone`)
    return messageLog.update(work, channel, locked, set, { verb: set.status })
  })
}

async function handOver(parts: MessageParts, root_id: string, row: LogRow, message: Outgoing): Promise<Delivery> {
  try {
    if (message.channel === 'email') return await parts.mailer.send(await emailOf(parts, root_id, row, message))
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

async function emailOf(
  { unsubscribeUrl, publicUrl, isOwnAddress }: MessageParts,
  root_id: string,
  row: LogRow,
  message: Mail,
) {
  const { attachments = [], reason, to } = message
  const { name, reply_to } = message.from
  const unsubscribe_url = message.unsubscribable ? unsubscribeUrl(row.id) : null
  const unsubscribe =
    message.unsubscribable && unsubscribe_url ? { url: unsubscribe_url, ...message.unsubscribable } : null
  const { logo, ...sender } = message.letter.sender
  const letter = { ...message.letter, sender: { ...sender, logo: logo ? `${publicUrl()}${logo}` : null }, unsubscribe }
  return {
    id: row.id,
    to,
    from: reply_to && (await isOwnAddress(root_id, reply_to)) ? reply_to : null,
    from_name: oneLine(name),
    reply_to,
    subject: oneLine(letter.subject),
    text: letterText(letter),
    html: letterHtml(letter),
    attachments,
    unsubscribe_url,
    reason,
    location_id: row.location_id,
  }
}

/**
 * Stores the outcome together with all that follows: the retry, an entry of the blacklist, what the message's own
 * resource records.
 */
async function recordDelivery(
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
    const locked = await messageLog.lock(work, message.channel, row.id)
    if (locked?.status !== 'sending') return
    const payload = { ...job.payload, message_id: row.id, channel: message.channel, tries: attempts }
    const effects = pause === null ? [] : [task.effect(payload, { run_at: seconds + pause })]
    await messageLog.update(
      work,
      message.channel,
      locked,
      { ...set, ...(set.status === 'sent' ? { sent_ts: seconds } : {}) },
      { verb: set.status, effects },
    )
    if (delivery.result === 'refused' && delivery.unwelcome) {
      await blacklist.block(work, message, delivery.opted_out ? OWN_REQUEST.opted_out : logText(delivery.detail))
    }
    if (delivery.result === 'sent') await message.sent?.(work)
  })
  if (delivery.result !== 'sent') {
    const facts = { message: row.id, kind: message.channel, status: set.status, attempts, detail: set.detail }
    if (set.status === 'queued') log.warn(facts, 'message is tried again later')
    else log.error(facts, 'message was not delivered')
  }
}

function outcomeOf(delivery: Delivery, retry: boolean, { channel }: Outgoing): LogChange {
  if (delivery.result === 'sent') {
    const { provider_id, sender, return_path = null } = delivery
    const from = channel === 'email' ? { source_address: sender, return_path } : { sender }
    return { status: 'sent', provider_id: provider_id && logText(provider_id), detail: null, ...from }
  }
  const detail = logText(delivery.detail)
  if (delivery.result === 'later') return { status: retry ? 'queued' : 'failed', detail }
  if (delivery.result === 'refused') return { status: delivery.unwelcome ? 'bounced' : 'failed', detail }
  return { status: 'unknown', detail }
}

/**
 * Returns the log record of a message: all a merchant wants to find again, without the HTML, which says the same as the
 * text.
 */
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
    subject: [...oneLine(message.letter.subject)].slice(0, 256).join(''),
    body: letterText(message.letter),
    source_address: null,
    reply_to: from.reply_to,
    domain_id: from.domain_id,
  }
}

const MINUTE = 60
const HOUR = 60 * MINUTE

/** Waits after each failed attempt. Mail servers that greylist need minutes; a broken one is repaired within days. */
const PAUSES = {
  email: [MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 2 * HOUR, 4 * HOUR, 8 * HOUR, 16 * HOUR, 24 * HOUR],
  // A text that arrives the next day is worse than none.
  sms: [MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 2 * HOUR],
} as const

/** Returns the seconds until the next attempt after so many failed ones; null after the last. */
function retryDelay(channel: 'email' | 'sms', attempts: number): number | null {
  return PAUSES[channel][attempts - 1] ?? null
}

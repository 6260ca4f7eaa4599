import type { Registry } from '../../../src/definition/registry.ts'
import type { Expand, Resource } from '../../../src/definition/resource.ts'
import type { Recipient } from '../../../src/messages/ports.ts'
import { OWN_REQUEST } from '../../../src/messages/ports.ts'
import { messagesAgain } from '../../../src/resources/paylink/delivery.ts'
import { noticesOf } from '../../../src/resources/quickinvoice/notices.ts'
import type { SandboxParts } from '../../routes.ts'
import type { SandboxFile } from '../../sandbox-file.ts'
import type { SeededUser } from '../../seed.ts'
import type { ApiAnswer, CallApi } from '../api-call.ts'
import type { ApiRecord } from './brief.ts'

interface RecordParts extends Pick<SandboxParts, 'db' | 'clock'> {
  registry: Registry
  callApi: CallApi
}

/** A record with everything the API tells its merchant about it. */
export interface RecordView {
  resource: Resource
  id: string
  /** As `GET` answers without expands. */
  answer: unknown
  /** With related records embedded and the actions that the API allows. */
  record: ApiRecord
  changelogs: Listed
  /** The requests to the processor about a transaction, or about the payments of an invoice, link or recurring. */
  attempts: ApiRecord[]
  postbacks: Listed
  messages: { email: ApiRecord[]; sms: ApiRecord[] }
  /** Records that refer to this one. */
  related: Related[]
  /** Recipients of a resend that are not blacklisted. */
  recipients: Recipient[]
  /** When a recurring is charged next, Unix seconds. */
  due_ts: number | null
  now: number
}

export interface Listed {
  records: ApiRecord[]
  total: number
}

export interface Related extends Listed {
  resource: Resource
  /** Their field that holds its id. */
  field: string
}

/** Reads by the API as a user. Null where it refuses. */
export type Get = (path: string) => Promise<ApiAnswer['body'] | null>

type Found = Pick<RecordView, 'resource' | 'id'> & { user: SeededUser; get: Get; answer: ApiAnswer['body'] }

const MOST_EVENTS = 50
const MOST_RELATED = 10

/** Finds the record, and the seeded admin who may read it. Null if no merchant of sandbox.json has it. */
export async function findRecord(
  { registry, callApi }: Pick<RecordParts, 'registry' | 'callApi'>,
  file: SandboxFile,
  { noun, id }: { noun: string; id: string },
): Promise<Found | null> {
  const resource = registry.nouns.find(each => each.resource.name === noun)?.resource
  if (!resource) return null
  for (const { user } of file.merchants) {
    const get: Get = async path => {
      const { status, body } = await callApi(file, { as: user, method: 'GET', url: `/v2/${path}` })
      return status === 200 ? body : null
    }
    const answer = await get(`${resource.plural}/${id}`)
    if (answer) return { resource, id, user, get, answer }
  }
  return null
}

/** Reads everything its page shows. */
export async function readRecord({ registry, db, clock }: RecordParts, found: Found): Promise<RecordView> {
  const { resource, id, get, answer } = found
  const { name, plural } = resource
  const expanded = await get(`${plural}/${id}?expand=${expandsOf(resource).join(',')}`)
  const record: ApiRecord = (expanded ?? answer)[name]
  const of_config = name === 'postbackconfig' ? 'postback_config_id' : 'resource_id'
  const [changelogs, postbacks, email, sms, related, due] = await Promise.all([
    list(get, 'changelogs', { model_id: id }, MOST_EVENTS),
    list(get, 'postbacklogs', { [of_config]: id, expand: 'attempts,data,postback_config' }, MOST_EVENTS),
    list(get, 'log_emails', { reason_model_id: id }, MOST_EVENTS),
    list(get, 'log_smses', { reason_model_id: id }, MOST_EVENTS),
    relatedTo(get, registry.nouns, resource, id),
    name === 'recurring' ? db.query<{ due_ts: number | null }>(NEXT_CHARGE, [id]) : [],
  ])
  const attempts = await attemptsOn(get, name === 'transaction' ? [record] : paymentsOf(resource, related))
  const recipients = await welcomeOf(get, recipientsOf(resource, id, record))
  const messages = { email: email.records, sms: sms.records }
  const life = { changelogs, postbacks, messages, attempts, related }
  return { resource, id, answer, record, ...life, recipients, due_ts: due[0]?.due_ts ?? null, now: clock.seconds() }
}

const NEXT_CHARGE = `select due_ts from recurring where id = $1 and status = 'active'`

/** Returns the latest records of a list, and how many there are. */
export async function list(get: Get, plural: string, query: Record<string, string>, most: number): Promise<Listed> {
  const body = await get(`${plural}?${new URLSearchParams({ ...query, page_size: String(most) })}`)
  return { records: body?.[plural] ?? [], total: body?.meta.pagination.totalCount ?? 0 }
}

/** Related records, allowed actions and the pay page. Never a secret. */
function expandsOf({ expands }: Resource): string[] {
  const is_read = ([name, { kind }]: [string, Expand]) =>
    kind === 'one' || (kind === 'fact' && (name.startsWith('is_') || FACTS.includes(name)))
  return Object.entries(expands)
    .filter(is_read)
    .map(([name]) => name)
}

const FACTS = ['payment_url', 'data']

/** Nearly every record refers to a location and a user. */
const NAMED_BY_ALL = ['location', 'user']
/** Shown on the timeline. */
const IN_LIFE = ['postback_log', 'postback_attempt', 'changelog', 'log_email', 'log_sms']

/** Records that refer to this one, the latest of each resource. */
async function relatedTo(get: Get, nouns: Registry['nouns'], { name }: Resource, id: string): Promise<Related[]> {
  if (NAMED_BY_ALL.includes(name)) return []
  const lists = nouns
    .map(({ resource }) => resource)
    .filter(each => each.verbs.includes('list') && !IN_LIFE.includes(each.name))
  const naming = lists.flatMap(resource =>
    Object.entries(resource.fields)
      .filter(([, { options }]) => options.to === name && !options.reach)
      .map(([field]) => ({ resource, field })),
  )
  const read = naming.map(async each => ({
    ...each,
    ...(await list(get, each.resource.plural, { [each.field]: id }, MOST_RELATED)),
  }))
  return (await Promise.all(read)).filter(({ total }) => total > 0)
}

/** Their timelines include the processor requests of their payments. */
const PAID = ['quickinvoice', 'paylink', 'recurring']

function paymentsOf({ name }: Resource, related: Related[]): ApiRecord[] {
  if (!PAID.includes(name)) return []
  return related.filter(({ resource }) => resource.name === 'transaction').flatMap(({ records }) => records)
}

async function attemptsOn(get: Get, transactions: ApiRecord[]): Promise<ApiRecord[]> {
  const all = await Promise.all(transactions.map(({ id }) => get(`transactions/${id}/attempts`)))
  return all.flatMap((each, index) =>
    ((each?.attempts ?? []) as ApiRecord[]).map(attempt => ({ ...attempt, transaction_id: transactions[index]!.id })),
  )
}

/** Recipients of a resend of an invoice or link. */
function recipientsOf({ name }: Resource, id: string, record: ApiRecord): Recipient[] {
  if (name === 'paylink') return messagesAgain(record as unknown as Parameters<typeof messagesAgain>[0])
  if (name !== 'quickinvoice') return []
  const invoice = record as unknown as Parameters<typeof noticesOf>[1]
  const notices = noticesOf(id, invoice, 'resend', { email: true, sms: true })
  return notices.map(({ payload }) => payload as unknown as Recipient)
}

async function welcomeOf(get: Get, recipients: Recipient[]): Promise<Recipient[]> {
  const welcome = recipients.map(async ({ channel, to }) => {
    const [plural, query] =
      channel === 'email' ? ['email_blacklists', { email: to }] : ['sms_blacklists', { cell_phone: to }]
    const { records } = await list(get, plural as string, query as Record<string, string>, 1)
    return !records.some(({ is_blacklisted, detail }) => is_blacklisted && detail !== OWN_REQUEST.no_reminders)
  })
  const is_welcome = await Promise.all(welcome)
  return recipients.filter((_, index) => is_welcome[index])
}

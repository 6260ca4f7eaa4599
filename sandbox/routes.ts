import type { FastifyInstance } from 'fastify'
import type { Messaging } from '../src/boot/parts.ts'
import type { Database } from '../src/db/database.ts'
import { queryOf } from '../src/http/request.ts'
import { fileResponse, send } from '../src/http/response.ts'
import type { Worker } from '../src/jobs/worker.ts'
import { looksLikeId } from '../src/lib/id.ts'
import { formatMoney } from '../src/lib/money.ts'
import { invalidField, notFound } from '../src/lib/problem.ts'
import { bodyOf } from '../src/postbacks/post.ts'
import type { Bank } from './bank/bank.ts'
import { bankView } from './bank/bank-view.ts'
import { type SandboxClock, targetOf } from './clock.ts'

export interface SandboxParts {
  db: Database
  clock: SandboxClock
  worker: Worker
  /** What comes back from people: mails that bounced, answers to texts. */
  messaging: Pick<Messaging, 'handleInbound' | 'bounced'>
  /** The sandbox's bank; null where bank files go elsewhere. */
  bank: Bank | null
  /** The processor simulator's own book, read from its process. */
  ledger(reference: string | undefined): Promise<unknown>
  /** Its settlement files, or one of them by name. */
  settlements(name: string | undefined): Promise<unknown>
}

/** Registers the controls of the sandbox. */
export function registerSandbox(app: FastifyInstance, parts: SandboxParts): void {
  const { clock, worker } = parts
  bankRoute(app, parts)

  app.get('/sandbox/clock', async (_request, reply) => {
    await clock.follow()
    return send(reply, json({ now: clock.seconds() }))
  })

  app.post('/sandbox/clock', async (request, reply) => {
    return send(reply, json(await clock.moveTo(now => targetOf(request.body, now), worker)))
  })

  app.get('/sandbox/outbox', async (request, reply) => {
    // The outbox has to show what the last request caused.
    await worker.drain()
    const query = Object.fromEntries(queryOf(request))
    return send(reply, json({ messages: await messages(parts.db, query) }))
  })

  app.get('/sandbox/postbacks', async (request, reply) => {
    await worker.drain()
    const query = Object.fromEntries(queryOf(request))
    return send(reply, json({ deliveries: await postbackAttempts(parts.db, query.config_id) }))
  })

  app.post<{ Params: { id: string } }>('/sandbox/outbox/:id/bounce', async (request, reply) => {
    const { detail } = (request.body ?? {}) as { detail?: unknown }
    const words = typeof detail === 'string' && storable(detail) ? detail : NO_MAILBOX
    const { id } = request.params
    if (!looksLikeId(id) || !(await parts.messaging.bounced(id, words))) throw notFound()
    return send(reply, json({ bounced: id, detail: words }))
  })

  app.post('/sandbox/sms', async (request, reply) => {
    const { from, text } = (request.body ?? {}) as { from?: unknown; text?: unknown }
    if (!/^\d{10}$/.test(String(from))) throw invalidField('from', 'From must be a phone number of ten digits.')
    if (typeof text !== 'string') throw invalidField('text', 'Text cannot be blank.')
    await parts.messaging.handleInbound({ kind: 'reply', from: String(from), text })
    return send(reply, json({ from, text }))
  })

  app.get('/sandbox/ledger', async (request, reply) => {
    const query = Object.fromEntries(queryOf(request))
    return send(reply, json(await parts.ledger(query.reference)))
  })

  app.get('/sandbox/microdeposits', async (request, reply) => {
    const { account_vault_id } = Object.fromEntries(queryOf(request))
    return send(reply, json({ microdeposits: await microdeposits(parts.db, account_vault_id) }))
  })

  app.get('/sandbox/settlements', async (_request, reply) => {
    const { files } = (await parts.settlements(undefined)) as { files: SettlementEntry[] }
    const settlements = files.map(({ amount, ...entry }) => ({ ...entry, amount: formatMoney(BigInt(amount)) }))
    return send(reply, json({ settlements }))
  })

  app.get<{ Params: { name: string } }>('/sandbox/settlements/:name', async (request, reply) => {
    const { file } = (await parts.settlements(request.params.name)) as { file: { name: string; text: string } | null }
    if (!file) throw notFound()
    const raw = Buffer.from(file.text)
    return send(reply, fileResponse({ content: raw, content_type: 'text/csv; charset=utf-8', filename: file.name }))
  })
}

interface SettlementEntry {
  name: string
  reference: string
  ts: number
  count: number
  /** Minor units, as text. */
  amount: string
}

/** Where bank files go elsewhere the sandbox has no bank: 404. */
function bankRoute(app: FastifyInstance, { bank, worker }: SandboxParts): void {
  app.get('/sandbox/bank', async (_request, reply) => {
    if (!bank) throw notFound()
    await worker.drain()
    return send(reply, json(bankView(bank)))
  })
}

function json(body: unknown): { status: number; body: string } {
  return { status: 200, body: JSON.stringify(body) }
}

/** What mail servers say of an address that does not exist. */
export const NO_MAILBOX = '550 5.1.1 No such mailbox.'

function storable(text: string): boolean {
  return text.trim() !== '' && text.isWellFormed() && !text.includes('\u0000')
}

/** Lists what a payer would read on the statement of the account. */
async function microdeposits(db: Database, account_vault_id: string | undefined): Promise<unknown[]> {
  const rows = await db.query<{ first_amount: bigint; second_amount: bigint }>(
    `select id, account_vault_id, status, first_amount, second_amount from microdeposit
      where $1::text is null or account_vault_id = $1 order by id desc limit ${MOST_MESSAGES}`,
    [looksLikeId(account_vault_id ?? '') ? account_vault_id : null],
  )
  return rows.map(({ first_amount, second_amount, ...row }) => ({
    ...row,
    amounts: [formatMoney(first_amount), formatMoney(second_amount)],
  }))
}

/** Of very many the latest are shown. */
const MOST_MESSAGES = 2000

async function messages(db: Database, query: Record<string, string>): Promise<unknown[]> {
  const to = query.to ?? null
  const since = /^\d{1,12}$/.test(query.since ?? '') ? Number(query.since) : 0
  if (to?.includes('\u0000')) return []
  return db.query(
    `select * from (
       select id, kind, recipient as "to", sender as "from", reply_to, subject, text, html, attachments, reason, created_ts
         from outbox_message
        where ($1::text is null or recipient = $1) and created_ts >= $2
        order by created_ts desc, id desc
        limit ${MOST_MESSAGES}) as latest
      order by created_ts, id`,
    [to, since],
  )
}

const MOST = 1000

interface AttemptRow {
  id: string
  postback_log_id: string
  postback_config_id: string
  location_id: string
  message_id: string
  type: string
  resource: string
  resource_id: string
  data: string
  number_of_attempts: number
  succeeded: boolean
  url: string
  request_headers: Record<string, string>
  response_status: number | null
  response_headers: Record<string, string> | null
  response_body: string | null
  error: string | null
  duration_ms: number
  created_ts: number
}

/**
 * Returns every attempt with its request and response, oldest first: the latest thousand of one configuration or of
 * all.
 */
async function postbackAttempts(db: Database, config_id: string | undefined): Promise<unknown[]> {
  if (config_id?.includes('\u0000')) return []
  const rows = await db.query<AttemptRow>(
    `select a.*, l.message_id, l.type, l.resource, l.resource_id, l.data
       from postback_attempt a join postback_log l on l.id = a.postback_log_id
      where $1::text is null or a.postback_config_id = $1
      order by a.id desc limit ${MOST}`,
    [config_id ?? null],
  )
  return rows.toReversed().map(row => ({
    id: row.id,
    config_id: row.postback_config_id,
    location_id: row.location_id,
    postback_log_id: row.postback_log_id,
    webhook_id: row.message_id,
    type: row.type,
    resource: row.resource,
    resource_id: row.resource_id,
    number_of_attempts: row.number_of_attempts,
    succeeded: row.succeeded,
    created_ts: row.created_ts,
    duration_ms: row.duration_ms,
    request: {
      method: 'POST',
      url: row.url,
      headers: row.request_headers,
      body: bodyOf(row, row.number_of_attempts),
    },
    response:
      row.response_status === null
        ? null
        : { status: row.response_status, headers: row.response_headers, body: row.response_body },
    error: row.error,
  }))
}

/** The sandbox's console for people, pages without a script. Controls for programs are elsewhere. */

import type { Database } from '../../src/db/database.ts'
import type { Registry } from '../../src/definition/registry.ts'
import type { SandboxGuard } from '../guard.ts'
import type { LoggedRequest, RequestLog } from '../request-log.ts'
import type { SandboxParts } from '../routes.ts'
import { readSandboxFile, type SandboxFile } from '../sandbox-file.ts'
import type { CallApi } from './api-call.ts'
import { type LooksDraft, type LooksView, looksOf } from './looks.ts'
import { formToken } from './own-request.ts'
import { type PostbacksView, postbacksOf } from './postbacks.ts'
import { filteredRequests, type RequestFilter } from './requests-section.ts'

export interface ConsoleParts extends Omit<SandboxParts, 'settlements'> {
  /** The directory of sandbox.json. */
  home: string
  /** Base address of this service as browsers see it. */
  publicUrl(): string
  guard: SandboxGuard
  requests: Pick<RequestLog, 'latest' | 'find'>
  registry: Registry
  callApi: CallApi
}

/** What the address of the console selects. */
export interface ConsoleQuery {
  /** Shows events since this time, Unix seconds. */
  since: number | null
  /** Shows messages to this recipient only. */
  to: string | null
  /** Shows these requests only. */
  filter: RequestFilter
  /** Why the last form was refused. */
  problem: string | null
  /** The looks that a form asks for and that are not stored. */
  looks: LooksDraft | null
  /** Whether a form was just stored. */
  saved: boolean
  /** The id of the request of the last button. */
  done: string | null
  /** The address to which the clock's form returns. */
  path: string
}

export interface PayPageLine {
  kind: 'quickinvoice' | 'paylink'
  id: string
  title: string
  merchant: string
  /** Minor units: the balance and the whole amount. */
  open: bigint
  amount: bigint
  state: string
}

/** A message that was not delivered, or will be tried again. */
export interface UndeliveredLine {
  kind: 'email' | 'sms'
  recipient: string
  reason_sent: string
  status: string
  detail: string | null
  attempts: number
  modified_ts: number
}

export interface MessageLine {
  id: string
  kind: 'email' | 'sms'
  recipient: string
  sender: string
  subject: string | null
  text: string
  has_html: boolean
  attachments: readonly { filename: string; size: number }[]
  reason: string
  created_ts: number
  /** The delivery status of the message log. */
  status: string | null
  detail: string | null
}

interface LedgerLine {
  reference: string
  action: string
  amount: string
  result: string
  ts: number
}

interface DeviceLine {
  id: string
  title: string
  location: string
}

interface EventLine {
  noun: string
  verb: string
  record_id: string
  created_ts: number
}

export interface ConsoleView {
  query: ConsoleQuery
  /** The request of the last button, if it is still in the log. */
  done: LoggedRequest | null
  publicUrl: string
  /** Null when sandbox.json is not in this home; then no form is shown. */
  file: SandboxFile | null
  token: string | null
  now: number
  events: EventLine[]
  pay_pages: PayPageLine[]
  messages: MessageLine[]
  undelivered: UndeliveredLine[]
  ledger: LedgerLine[]
  /** Null on other tabs, and without keys. */
  postbacks: PostbacksView | null
  devices: DeviceLine[]
  requests: LoggedRequest[]
  /** Null without keys. */
  looks: LooksView | null
  /** Which controls of the sandbox are served and can be linked. */
  has: { terminals: boolean }
}

const MOST = 30
const MOST_EVENTS = 100
const MOST_REQUESTS = 100
/** As many as are kept. */
const MOST_LOGGED = 1000

/** Reads what a page of the console shows. */
export async function consoleView(
  parts: ConsoleParts,
  query: ConsoleQuery,
  tab: string,
  hasRoute: (url: string) => boolean,
): Promise<ConsoleView> {
  const { db, clock, home, publicUrl } = parts
  const file = await readSandboxFile(home)
  return {
    query,
    publicUrl: publicUrl(),
    file,
    token: file && formToken(file),
    now: clock.seconds(),
    events: query.since === null ? [] : await eventsSince(db, query.since),
    pay_pages: await payPages(db),
    messages: await messagesTo(db, query.to),
    undelivered: await db.query<UndeliveredLine>(UNDELIVERED),
    ledger: tab === 'processor' ? await latestEntries(parts) : [],
    postbacks: file && tab === 'postbacks' ? await postbacksOf(parts.callApi, file, clock.seconds()) : null,
    done: (query.done !== null && parts.requests.find(query.done)) || null,
    devices: await db.query<DeviceLine>(DEVICES),
    requests: filteredRequests(parts.requests.latest(MOST_LOGGED), query.filter).slice(0, MOST_REQUESTS),
    looks: file?.merchants[0] ? await looksOf(db, file.merchants[0].location_id) : null,
    has: { terminals: hasRoute('/sandbox/terminals/:terminal_id') },
  }
}

const DEVICES = `
select terminal.id, terminal.title, location.name as location
  from terminal join location on location.id = terminal.location_id
 where terminal.deleted_ts is null
 order by location.root_id, terminal.id
 limit ${MOST}`

const UNDELIVERED = `
select * from (
  (select id, 'email' as kind, recipient, reason_sent, status, detail, attempts, modified_ts from log_email
    where status in ('queued', 'failed', 'bounced') order by id desc limit ${MOST})
  union all
  (select id, 'sms', recipient, reason_sent, status, detail, attempts, modified_ts from log_sms
    where status in ('queued', 'failed', 'bounced', 'unknown') order by id desc limit ${MOST})) as message
 order by modified_ts desc, id desc
 limit ${MOST}`

function eventsSince(db: Database, since: number): Promise<EventLine[]> {
  return db.query<EventLine>(
    `select noun, verb, record_id, created_ts from event where created_ts >= $1 order by created_ts, id limit ${MOST_EVENTS}`,
    [since],
  )
}

const PAY_PAGES = `
select 'quickinvoice' as kind, page.id, page.title, location.name as merchant, page.remaining_balance as open,
       page.amount_due as amount, page.created_ts,
       case page.payment_status_id when 2 then 'Paid' when 3 then 'Partly paid' else 'Unpaid' end
         || case page.status_id when 2 then ', closed' else '' end as state
  from quickinvoice page join location on location.id = page.location_id
 where page.deleted_ts is null
union all
select 'paylink', page.id, coalesce(nullif(page.description, ''), 'Payment link'), location.name,
       case page.status_id when 1 then 0 else page.amount_due end, page.amount_due, page.created_ts,
       case when page.status_id = 1 then 'Paid' when page.active then 'Unpaid' else 'Withdrawn' end
  from paylink page join location on location.id = page.location_id
 where page.deleted_ts is null
 order by created_ts desc, id desc
 limit ${MOST}`

type PayPageRow = Omit<PayPageLine, 'open' | 'amount'> & { open: number; amount: number }

async function payPages(db: Database): Promise<PayPageLine[]> {
  const rows = await db.query<PayPageRow>(PAY_PAGES)
  return rows.map(row => ({ ...row, open: BigInt(row.open), amount: BigInt(row.amount) }))
}

function messagesTo(db: Database, to: string | null): Promise<MessageLine[]> {
  return db.query<MessageLine>(
    `select message.id, kind, message.recipient, message.sender, message.subject, text, html is not null as has_html, attachments,
            reason, message.created_ts, coalesce(mail.status, sms.status) as status, coalesce(mail.detail, sms.detail) as detail
       from outbox_message message
       left join log_email mail on mail.id = message.id
       left join log_sms sms on sms.id = message.id
      where $1::text is null or message.recipient = $1
      order by message.created_ts desc, message.id desc
      limit ${MOST}`,
    [to],
  )
}

/** Reads from the simulator's process, so only for the tab that shows them. */
async function latestEntries({ ledger }: ConsoleParts): Promise<LedgerLine[]> {
  const { entries } = (await ledger(undefined)) as { entries: LedgerLine[] }
  return entries.slice(-MOST).reverse()
}

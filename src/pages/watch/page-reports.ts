import { countedRows } from '../../lib/counted-rows.ts'
import { localDate } from '../../lib/local-date.ts'
import type { Clock } from '../../ports/clock.ts'

/** What browsers report as stopped on hosted pages, counted by day and kind: whoever sends reports, it stays small. */
export interface PageReports {
  /** Counts the reports of a body; what is no report counts as nothing. Returns how many were counted. */
  count(body: unknown): number
  flush(): Promise<void>
  /** Deletes old counts. Returns how many rows went. */
  purge(): Promise<number>
}

interface ReportParts {
  db: { run(text: string, values?: readonly unknown[]): Promise<number> }
  clock: Clock
  publicUrl(): string
}

const FLUSH_MS = 2_000
const KEPT_DAYS = 400
const MOST_IN_A_BODY = 20

export function pageReports({ db, clock, publicUrl }: ReportParts): PageReports {
  const { count, flush } = countedRows(db, STORE, FLUSH_MS)
  return {
    count(body) {
      const kinds = violationsIn(body).map(violation => kindOf(violation, publicUrl()))
      for (const kind of kinds) count([localDate(clock.seconds(), 'UTC').toString(), ...kind])
      return kinds.length
    },
    flush,
    purge: () =>
      db.run('delete from page_report where date < to_timestamp($1)::date', [clock.seconds() - KEPT_DAYS * 86_400]),
  }
}

const STORE = `
insert into page_report (date, page, directive, blocked, seen)
select * from unnest($1::date[], $2::text[], $3::text[], $4::text[], $5::bigint[])
on conflict (date, page, directive, blocked) do update set seen = page_report.seen + excluded.seen`

interface Violation {
  document: string
  directive: string
  blocked: string
}

/** The bodies of both forms: `{"csp-report": {…}}` (CSP 2) and a list of reports (Reporting API). */
function violationsIn(body: unknown): Violation[] {
  const reports = Array.isArray(body) ? body.slice(0, MOST_IN_A_BODY) : [body]
  return reports.flatMap(report => {
    const { type, 'csp-report': older, body: newer, url } = isObject(report) ? report : {}
    if (isObject(older)) {
      const directive = older['effective-directive'] ?? older['violated-directive']
      return [
        { document: text(older['document-uri']), directive: text(directive), blocked: text(older['blocked-uri']) },
      ]
    }
    if (type !== 'csp-violation' || !isObject(newer)) return []
    const document = text(newer.documentURL ?? url)
    return [{ document, directive: text(newer.effectiveDirective), blocked: text(newer.blockedURL) }]
  })
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const text = (value: unknown): string => (typeof value === 'string' ? value.slice(0, 2_000) : '')

const PAGES: readonly [path: RegExp, name: string][] = [
  [/^\/quickinvoice(?:\/(?:pdf|files\/.*)?)?$/, 'invoice'],
  [/^\/$/, 'paylink'],
  [/^\/(?:quickinvoice|paylink|hostedpaymentpage)\/receipt$/, 'receipt'],
  [/^\/hostedpaymentpage\/?$/, 'hostedpaymentpage'],
  [/^\/(?:v2\/payform|charge)$/, 'payform'],
  [/^\/v2\/accountform$/, 'accountform'],
  [/^\/contact\/[^/]+(?:\/sign-out)?$/, 'contact'],
  [/^\/unsubscribe$/, 'unsubscribe'],
  [/^\/o\//, 'authorize'],
]

const DIRECTIVES =
  /^(?:script-src|script-src-elem|script-src-attr|style-src|style-src-elem|style-src-attr|img-src|connect-src|font-src|frame-src|form-action|frame-ancestors|base-uri|object-src|worker-src|default-src|require-trusted-types-for|trusted-types)$/

/** Returns page, directive and what was stopped, each one word of ours: nothing that a report says is kept. */
function kindOf({ document, directive, blocked }: Violation, public_url: string): [string, string, string] {
  const path = URL.parse(document)?.pathname ?? ''
  const page = PAGES.find(([pattern]) => pattern.test(path))?.[1] ?? 'other'
  const [name = ''] = directive.split(' ')
  return [page, DIRECTIVES.test(name) ? name : 'other', blockedKind(blocked, public_url)]
}

function blockedKind(blocked: string, public_url: string): string {
  if (/^(?:inline|eval|data|trusted-types-policy|trusted-types-sink)$/.test(blocked)) return blocked
  const url = URL.parse(blocked)
  if (!url) return blocked === '' ? 'inline' : 'other'
  if (/extension:$/.test(url.protocol)) return 'extension'
  if (url.protocol === 'data:') return 'data'
  return url.origin === URL.parse(public_url)?.origin ? 'own' : 'elsewhere'
}

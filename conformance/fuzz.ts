import { shortened } from './client.ts'
import type { Describes } from './described-answers.ts'
import { answered } from './expect.ts'
import { type Attack, attack } from './fuzz/attack.ts'
import { faultOf } from './fuzz/judge.ts'
import { openPages } from './fuzz/open-pages.ts'
import { pageAttack } from './fuzz/page-attack.ts'
import { random } from './fuzz/random.ts'
import { readRoutes } from './fuzz/routes.ts'
import { closeSockets, type Reaction, sendAttack } from './fuzz/send.ts'
import { makeTargets, replaceTarget } from './fuzz/targets.ts'
import type { Lab } from './lab.ts'

/** One kind of fault at one route, with the first request that showed it. */
interface Finding {
  fault: string
  route: string
  /** The number of the request under the seed of the run. */
  number: number
  request: string
  answer: string
  times: number
}

export interface FuzzRun {
  seed: number
  requests: number
  /** How often each status was answered. */
  statuses: Record<string, number>
  findings: Finding[]
}

const AT_ONCE = 4
const LONGEST_REQUEST = 700
const LONGEST_ANSWER = 300

/** The end of the run: after so many seconds, or after so many requests. */
export type FuzzOptions = { seed: number } & ({ seconds: number } | { requests: number })

/** Makes a hostile request from a seed; `deleted`: what was deleted by one is put there again. */
interface Source {
  next(seed: number): Attack | Promise<Attack>
  deleted?(plural: string): Promise<void>
}

/** Sends hostile requests to every route and collects the answers that no request may get. */
export async function fuzz(lab: Lab, options: FuzzOptions): Promise<FuzzRun> {
  const routes = await readRoutes(lab)
  const plurals = [
    ...new Set(routes.map(({ path }) => path.split('/')[2] ?? '').filter(name => /^[a-z_]+\d*s$/.test(name))),
  ]
  const targets = await makeTargets(lab, plurals)
  return run(lab, options, {
    next: seed => attack(random(seed), lab, routes, targets),
    deleted: plural => replaceTarget(lab, targets, plural),
  })
}

/** A hosted form can be sent for a quarter of an hour, and an invoice is paid at some time. */
const FRESH_MS = 300_000

/** The same for the pages that people open: every page and form. */
export async function fuzzPages(lab: Lab, options: FuzzOptions): Promise<FuzzRun> {
  let pages = openPages(lab)
  let until = performance.now() + FRESH_MS
  return run(lab, options, {
    async next(seed) {
      if (performance.now() > until) {
        until = performance.now() + FRESH_MS
        pages = openPages(lab)
      }
      return pageAttack(random(seed), await pages)
    },
  })
}

async function run(lab: Lab, options: FuzzOptions, source: Source): Promise<FuzzRun> {
  const { seed } = options
  const found = new Map<string, Finding>()
  const made: FuzzRun = { seed, requests: 0, statuses: {}, findings: [] }
  const end = 'seconds' in options ? performance.now() + options.seconds * 1000 : Number.POSITIVE_INFINITY
  const most = 'requests' in options ? options.requests : Number.POSITIVE_INFINITY

  const describes = await lab.compared.describes()
  const lane = async (): Promise<void> => {
    while (made.requests < most && performance.now() < end) {
      const number = made.requests
      made.requests += 1
      // Every request has its own seed, so that it can be repeated without those before it.
      const sent = await source.next(seed + number)
      const reaction = await reactionTo(lab, sent)
      const status = reaction.failure ?? String(reaction.status)
      made.statuses[status] = (made.statuses[status] ?? 0) + 1
      const fault = faultOf(lab, sent, reaction) ?? undescribed(describes, sent, reaction)
      if (sent.method === 'DELETE' && reaction.status === 204) await source.deleted?.(sent.path.split('/')[2] ?? '')
      if (fault !== null) note(found, { fault, number, sent, reaction })
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
  closeSockets()
  answered(await lab.api.get('users/me'), 200)
  answered(await lab.as({}).get('/healthz'), 200)
  return { ...made, findings: [...found.values()] }
}

/** Where a success is not as described. Statuses of refusals are judged by their operation. */
function undescribed(
  describes: Describes,
  { method, path }: Attack,
  { status, headers, text }: Reaction,
): string | null {
  if (status < 200 || status >= 300) return null
  const type = String(headers['content-type'] ?? '')
  const body = text !== '' && type.startsWith('application/json') ? JSON.parse(text) : text
  return describes(method, path, { status, headers: { 'content-type': type }, body })[0] ?? null
}

/** A kept connection may be closed by the other side just as it is used again; only what fails twice has failed. */
async function reactionTo(lab: Lab, sent: Attack): Promise<Reaction> {
  const first = await sendAttack(lab.base_url, sent)
  return first.failure === 'ECONNRESET' ? sendAttack(lab.base_url, sent) : first
}

interface Seen {
  fault: string
  number: number
  sent: Attack
  reaction: Reaction
}

function note(found: Map<string, Finding>, { fault, number, sent, reaction }: Seen): void {
  const route = `${sent.method} ${sent.route.path}`
  const key = `${fault} ${route}`
  const known = found.get(key)
  if (known) {
    known.times += 1
    return
  }
  const { headers, body } = sent
  const shown = Object.entries(headers).filter(([name]) => !['developer-id', 'user-id', 'user-api-key'].includes(name))
  const said = `as ${sent.caller} ${sent.method} ${shortened(sent.path, LONGEST_REQUEST)} ${JSON.stringify(Object.fromEntries(shown))}`
  const content =
    body === null ? '' : ` ${body.length} bytes: ${JSON.stringify(body.toString().slice(0, LONGEST_REQUEST))}`
  const answer = `${reaction.failure ?? reaction.status} ${shortened(reaction.text, LONGEST_ANSWER)}`
  found.set(key, { fault, route, number, request: said + content, answer, times: 1 })
}

/** The findings as text, after a line that says how to reproduce them. */
export function fuzzReport(run: FuzzRun): string {
  const lines = run.findings.map(
    ({ fault, route, number, request, answer, times }) =>
      `FAIL ${route}: ${fault} (${times} times)\n  request ${number}: ${request}\n  answer: ${answer}`,
  )
  const counts = Object.entries(run.statuses)
    .toSorted(([one], [two]) => one.localeCompare(two))
    .map(([status, count]) => `${status}: ${count}`)
  return [
    ...lines,
    `seed ${run.seed}, ${run.requests} requests, ${run.findings.length} findings (${counts.join(', ')})`,
  ].join('\n')
}

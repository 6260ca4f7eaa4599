import autocannon from 'autocannon'

export interface Figure {
  per_second: number
  p50_ms: number
  p99_ms: number
  failures: number
  requests: number
}

export interface Load {
  url: string
  headers?: Record<string, string>
  /** Called for each request; the path and, for a POST, the body as JSON or the fields of a form. */
  next(): { path: string; body?: unknown; form?: Record<string, string>; headers?: Record<string, string> }
}

const CLIENTS = 16
/** Characters. */
const ANSWER_SHOWN = 400

const ROUNDS = 3

/** Runs a load for this many seconds. */
export type Run = (seconds: number) => Promise<Figure>

/**
 * Alternates the runs, A B A B A B, so that a change in the machine's speed affects all of them. Returns three figures
 * for each name; none where the run is undefined.
 */
export async function measureInTurn<Name extends string>(
  runs: Readonly<Record<Name, Run | undefined>>,
  seconds: number,
): Promise<Record<Name, Figure[]>> {
  const there = Object.entries<Run | undefined>(runs).flatMap(([name, each]) => (each ? [{ name, each }] : []))
  const rounds: Record<string, Figure[]> = Object.fromEntries(Object.keys(runs).map(name => [name, []]))
  for (let round = 0; round < ROUNDS; round += 1)
    for (const { name, each } of there) {
      const figure = await each(seconds)
      rounds[name]!.push(figure)
      process.stderr.write(`${name}, round ${round + 1}: ${Math.round(figure.per_second)} a second\n`)
    }
  return rounds as Record<Name, Figure[]>
}

export function runOfLoad(load: Load, connections = CLIENTS): Run {
  return seconds => run(load, seconds, connections)
}

/** Returns the median round, with the failures of all rounds. */
export function median(figures: readonly Figure[]): Figure {
  const sorted = figures.toSorted((a, b) => a.per_second - b.per_second)
  const failures = figures.reduce((sum, figure) => sum + figure.failures, 0)
  return { ...sorted[Math.floor(sorted.length / 2)]!, failures }
}

/** Returns one ratio per round. */
export function ratios(
  some: readonly Figure[],
  others: readonly Figure[],
  of: 'per_second' | 'p50_ms' = 'per_second',
): number[] {
  return some.map((figure, round) => figure[of] / (others[round]?.[of] ?? Number.NaN))
}

/** Keeps clients busy on one load for this many seconds. */
export async function run(load: Load, duration: number, connections = CLIENTS): Promise<Figure> {
  const refused = new Map<string, number>()
  const result = await autocannon({
    url: load.url,
    connections,
    duration,
    requests: [
      {
        setupRequest(request) {
          const { path, headers, ...sent } = load.next()
          const content = contentOf(sent)
          const method = content ? 'POST' : 'GET'
          const type = content && { 'content-type': content.type }
          return { ...request, path, method, headers: { ...load.headers, ...headers, ...type }, ...content?.sent }
        },
        onResponse(status, body) {
          if (status < 400) return
          const answer = `${status} ${body.replaceAll(/<style.*?<\/style>/gs, '').slice(0, ANSWER_SHOWN)}`
          refused.set(answer, (refused.get(answer) ?? 0) + 1)
        },
      },
    ],
  })
  for (const [answer, times] of refused) console.error(`${times} requests failed: ${answer}`)
  if (result.errors > 0) console.error(`${result.errors} requests had no answer, ${result.timeouts} of them in time`)
  return {
    per_second: result.requests.total / result.duration,
    p50_ms: result.latency.p50,
    p99_ms: result.latency.p99,
    failures: result['4xx'] + result['5xx'] + result.errors + result.timeouts,
    requests: result.requests.total,
  }
}

/** Sends one request of a load. Throws if it is refused. */
export async function sendOnce({ url, headers, next }: Load): Promise<void> {
  const { path, headers: own, ...sent } = next()
  const content = contentOf(sent)
  const answer = await fetch(url + path, {
    method: content ? 'POST' : 'GET',
    headers: { ...headers, ...own, ...(content && { 'content-type': content.type }) },
    redirect: 'manual',
    ...content?.sent,
  })
  const text = await answer.text()
  if (answer.status >= 400) throw new Error(`${path} answered ${answer.status}: ${text.slice(0, ANSWER_SHOWN)}`)
}

function contentOf({ body, form }: { body?: unknown; form?: Record<string, string> }) {
  if (form) return { type: 'application/x-www-form-urlencoded', sent: { body: new URLSearchParams(form).toString() } }
  return body === undefined ? null : { type: 'application/json', sent: { body: JSON.stringify(body) } }
}

/** Returns what this share of the values is at most; NaN where there are none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

/** The database alone: the same statement from 16 connections in one small loop. */
export async function measureStatements(run: (client: number) => Promise<void>, seconds: number): Promise<Figure> {
  const until = performance.now() + seconds * 1000
  const took: number[] = []
  const client = async (number: number): Promise<void> => {
    while (performance.now() < until) {
      const start = performance.now()
      await run(number)
      took.push(performance.now() - start)
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, (_, number) => client(number)))
  took.sort((a, b) => a - b)
  const at = (share: number): number => took[Math.floor(took.length * share)] ?? 0
  return { per_second: took.length / seconds, p50_ms: at(0.5), p99_ms: at(0.99), failures: 0, requests: took.length }
}

import type { Lab } from '../lab.ts'
import { bodyOf } from './bodies.ts'
import type { Random } from './random.ts'
import type { Route } from './routes.ts'
import type { Targets } from './targets.ts'
import { HOSTILE_IDS, HOSTILE_QUERY } from './values.ts'

/** A request as it goes over the wire. */
export interface Attack {
  /** Null where no route is meant. */
  route: Route
  method: string
  path: string
  headers: Record<string, string>
  body: Buffer | null
  caller: 'admin' | 'clerk' | 'stranger' | 'nobody'
}

const CALLERS = [
  'admin',
  'admin',
  'admin',
  'admin',
  'admin',
  'admin',
  'clerk',
  'clerk',
  'stranger',
  'stranger',
  'nobody',
] as const

/** One hostile request to one of the routes. */
export function attack(random: Random, lab: Lab, routes: readonly Route[], targets: Targets): Attack {
  const route = random.pick(routes)
  const caller = random.pick(CALLERS)
  const method = random.oneIn(25) ? random.pick(['PATCH', 'HEAD', 'OPTIONS', 'PUT', 'DELETE', 'POST']) : route.method
  const path = addressOf(random, route, method, targets) + queryOf(random, route, targets)
  const { body, headers } = bodyOf(random, route, method, targets)
  return {
    route,
    method,
    path,
    headers: { ...credentials(lab, caller), ...headers, ...strayHeaders(random) },
    body,
    caller,
  }
}

function credentials(lab: Lab, caller: Attack['caller']): Record<string, string> {
  if (caller === 'nobody') return {}
  const people = { admin: lab.merchant.user, clerk: lab.merchant.clerk, stranger: lab.other.user }
  return lab.keysOf(people[caller])
}

function addressOf(random: Random, route: Route, method: string, targets: Targets): string {
  const plural = route.path.split('/')[2] ?? ''
  const seen = method === 'GET' ? (targets.seen.get(plural) ?? []) : []
  const own = [...(targets.own.get(plural) ?? []), ...seen]
  return route.path.replaceAll(/\{\w+\}/g, () => {
    if (own.length > 0 && !random.oneIn(6)) return random.pick(own)
    return random.oneIn(5) ? random.pick(targets.theirs) : random.pick(HOSTILE_IDS)
  })
}

const COMMON = [
  'expand',
  'sort',
  'page',
  'page_size',
  'api_id',
  'location_id',
  'id',
  'created_ts',
  '_format',
  'developer-id',
  'a[]',
  '__proto__',
  '%00',
  '%FF',
]

function queryOf(random: Random, route: Route, targets: Targets): string {
  if (route.form) return `?${route.form.parameter}=${random.pick(route.form.ids(targets))}`
  if (route.method === 'GET' ? random.oneIn(3) : !random.oneIn(4)) return ''
  const names = [...route.query, ...COMMON]
  const parts = random.some(names, 4).map(name => (random.oneIn(15) ? name : `${name}=${random.pick(HOSTILE_QUERY)}`))
  // A line of the request may be long, but headers and line together have their limit.
  return `?${parts.join('&').slice(0, 12_000)}`
}

function strayHeaders(random: Random): Record<string, string> {
  if (!random.oneIn(8)) return {}
  return random.pick<Record<string, string>>([
    { 'idempotency-key': random.pick(['', 'k', 'x'.repeat(255), 'x'.repeat(256), 'a b', '\u00ff', 'same-key']) },
    {
      authorization: random.pick([
        'Basic',
        'Basic !!!',
        'Bearer',
        'Bearer x',
        `Basic ${'A'.repeat(5000)}`,
        'Basic Ojo6',
        'Digest a="b"',
      ]),
    },
    { 'access-token': random.pick(['', 'x', 'x'.repeat(3000), '\u00e9']) },
    { 'developer-id': random.pick(['', 'x', 'x'.repeat(3000)]) },
    { 'user-id': random.pick(['', 'x', 'x'.repeat(3000)]) },
    {
      'hash-key': 'x',
      timestamp: random.pick(['x', '-1', '99999999999999999999', '1795267684']),
      'user-id': 'f0f0f0f0f0f0f0f0f0f0f0f0',
    },
    { 'content-encoding': random.pick(['gzip', 'br', 'x']) },
    { accept: random.pick(['text/html', '*/*;q=x', '']) },
    { prefer: 'respond-async', expect: '100-continue' },
    { 'x-forwarded-for': '\u00ff,,,', host: random.pick(['', 'x y', 'evil.example', '127.0.0.1:1']) },
    { origin: 'http://evil.example', cookie: 'a=b; a=c; \u0001' },
  ])
}

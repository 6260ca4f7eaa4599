import { errorShapeProblem } from '../expect.ts'
import type { Lab } from '../lab.ts'
import type { Attack } from './attack.ts'
import type { Reaction } from './send.ts'

/** Signs that an answer reveals how the gateway is built. */
const INSIDES = [
  /\n\s+at \S+ \(/,
  /node:internal/,
  /\/(?:src|node_modules)\/[\w/.-]+\.(?:ts|js|mjs)/,
  /syntax error at or near/i,
  /violates (?:unique|foreign|check|not-null)/i,
  /invalid byte sequence|invalid input syntax/i,
  /\b(?:ECONNREFUSED|ECONNRESET|ENOENT|EACCES)\b/,
  /is not a function|Cannot read propert|is not iterable/,
  /duplicate key value|relation "|column "[a-z_]+" (?:of|does)/,
]

/** Resets are what a server may do to a client that sends more than it reads. */
const MAY_RESET = ['ECONNRESET', 'EPIPE']

/** A short name for the fault of an answer, which groups equal faults; null when there is none. */
export function faultOf(lab: Lab, attack: Attack, reaction: Reaction): string | null {
  if (reaction.failure === 'unsendable') return null
  if (reaction.failure !== null) return lossOf(attack, reaction.failure)
  const { status, text } = reaction
  if (status >= 500) return `status ${status}`
  const inside = INSIDES.find(pattern => pattern.test(text))
  if (inside) return `an answer that tells ${inside.source}`
  const page = pageFault(reaction)
  if (page) return page
  // Pages answer people; of their errors only the form of their own is known.
  const isPage = attack.route.path.startsWith('/v2/') && /form$|contactsso$/.test(attack.route.path)
  if (!attack.path.startsWith('/v2/') || isPage || attack.method === 'HEAD') return null
  return shapeFault(attack, reaction) ?? leakOf(lab, attack, text) ?? unlisted(attack, status)
}

/** What an attack wrote and a page shows as markup, and headers that it has added. */
const REFLECTED = /<x-fuzz|" x-fuzz=|(?:href|src|action|formaction)="\s*javascript:/i

function pageFault({ headers, text }: Reaction): string | null {
  if (headers['x-fuzz'] !== undefined || String(headers['set-cookie'] ?? '').includes('x-fuzz'))
    return 'a header of the caller'
  if (String(headers['content-security-policy'] ?? '').includes('x-fuzz.example')) return 'a policy of the caller'
  if (!String(headers['content-type'] ?? '').startsWith('text/html')) return null
  if (REFLECTED.test(text)) return 'an unescaped reflection'
  return String(headers['content-security-policy'] ?? '').startsWith("default-src 'none'")
    ? null
    : 'a page without its policy'
}

function lossOf(attack: Attack, failure: string): string | null {
  const isLarge = (attack.body?.length ?? 0) > 500_000
  return isLarge && MAY_RESET.includes(failure) ? null : `no answer (${failure})`
}

function shapeFault(attack: Attack, { status, headers, text }: Reaction): string | null {
  if (status === 204) return text === '' ? null : 'a 204 with a body'
  const type = String(headers['content-type'] ?? '')
  if (attack.method === attack.route.method && attack.route.types.some(each => type.startsWith(each))) return null
  if (status >= 400) {
    const get = (name: string): string | null => (headers[name] === undefined ? null : String(headers[name]))
    return errorShapeProblem({ status, headers: { get }, body: parsed(text) })
  }
  if (status >= 300) return `status ${status}`
  if (attack.route.path.includes('/files/')) return null
  if (!type.startsWith('application/json')) return `a success of type "${type}"`
  return parsed(text) === undefined ? 'a success that is no JSON' : null
}

/** Fields that refer to a record; others may hold any text of the caller, another merchant's id included. */
const REFERENCES =
  'id|location_id|parent_id|primary_location_id|billing_location_id|contact_id|created_user_id|modified_user_id|cc_product_transaction_id|ach_product_transaction_id|product_transaction_id|default_cc|default_ach'

/** Records of the other merchant, or a card number, in an answer. */
function leakOf(lab: Lab, attack: Attack, text: string): string | null {
  const { merchant, other } = lab
  const { user, ...foreign } = attack.caller === 'stranger' ? merchant : other
  const ids = [
    foreign.location_id,
    foreign.child_location_id,
    foreign.contact_id,
    user.user_id,
    foreign.cc_product_transaction_id,
  ]
  if (new RegExp(`"(?:${REFERENCES})":"(?:${ids.join('|')})"`).test(text))
    return 'an answer that refers to a record of another merchant'
  const holdsCards = /^\/v2\/(?:accountvaults|transactions|tickets|recurrings|router)/.test(attack.path)
  return holdsCards && text.includes('4111111111111111') ? 'an answer with a card number' : null
}

/** What the reading of a request can end in anywhere, before any operation is chosen. */
const ANYWHERE = [400, 413, 414, 415]

/** The gateway's own description lists the statuses of each operation. */
function unlisted({ route, method }: Attack, status: number): string | null {
  if (route.statuses.length === 0 || method !== route.method || [...ANYWHERE, ...route.statuses].includes(status))
    return null
  return `status ${status}, which the description does not list`
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

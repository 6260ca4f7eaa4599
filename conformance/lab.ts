import { randomBytes } from 'node:crypto'
import { type Client, client, type Json } from './client.ts'
import { type Comparison, comparison } from './described-answers.ts'
import { answered } from './expect.ts'
import type { Merchant, Person, Sandbox } from './sandbox.ts'

/** What a check works with: the gateway as its callers see it, and the controls of its sandbox. */
export interface Lab {
  base_url: string
  sandbox: Sandbox
  /** The merchant most checks work as. */
  merchant: Merchant
  /** A merchant that has nothing to do with it. */
  other: Merchant
  /** Client admin of the first merchant. */
  api: Client
  /** Clerk of the first merchant's child location. */
  clerk: Client
  /** Client admin of the other merchant. */
  stranger: Client
  /** A caller with these headers only. */
  as(headers: Record<string, string>): Client
  keysOf(person: Person): Record<string, string>
  /** Every answer beside the description of the API. */
  compared: Comparison
  /** A unique text of 12 lower-case letters and digits. */
  unique(): string
  /** A unique email address. */
  address(): string
  /** A unique phone number of ten digits. */
  phone(): string
  /** Makes a thing once and shares it among checks that only look at it. */
  once<T>(name: string, make: () => Promise<T>): Promise<T>
  /** The gateway's own time, Unix seconds. */
  seconds(): Promise<number>
  /** Moves the clock ahead by a span of ISO 8601 such as P3D. */
  advance(span: string): Promise<Json>
  /** The messages to this address or number, oldest first, after all due work is done. */
  outbox(to: string): Promise<Json[]>
  /** The entries of one payment in the processor simulator's ledger. */
  ledger(reference: string): Promise<Json[]>
}

export function createLab(base_url: string, sandbox: Sandbox): Lab {
  const [merchant, other] = sandbox.merchants
  const compared = comparison(base_url)
  const as = (headers: Record<string, string>): Client => client(base_url, headers, compared.watch)
  const keysOf = (person: Person): Record<string, string> => ({
    'developer-id': sandbox.developer_id,
    'user-id': person.user_id,
    'user-api-key': person.user_api_key,
  })
  const nobody = as({})
  const made = new Map<string, Promise<unknown>>()
  const unique = (): string => randomBytes(6).toString('hex')
  return {
    base_url,
    sandbox,
    merchant,
    other,
    api: as(keysOf(merchant.user)),
    clerk: as(keysOf(merchant.clerk)),
    stranger: as(keysOf(other.user)),
    as,
    keysOf,
    compared,
    unique,
    address: () => `${unique()}@example.net`,
    phone: () => `7${String(randomBytes(5).readUIntBE(0, 5) % 1_000_000_000).padStart(9, '0')}`,
    once<T>(name: string, make: () => Promise<T>) {
      const known = made.get(name) ?? make()
      made.set(name, known)
      return known as Promise<T>
    },
    async seconds() {
      return answered(await nobody.get('/sandbox/clock'), 200).body.now
    },
    async advance(span) {
      return answered(await nobody.post('/sandbox/clock', { advance: span }), 200).body
    },
    async outbox(to) {
      return answered(await nobody.get(`/sandbox/outbox?to=${encodeURIComponent(to)}`), 200).body.messages
    },
    async ledger(reference) {
      return answered(await nobody.get(`/sandbox/ledger?reference=${encodeURIComponent(reference)}`), 200).body.entries
    },
  }
}

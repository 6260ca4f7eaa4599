import { parseArgs } from 'node:util'
import { systemCaller } from '../definition/caller.ts'
import type { Store } from '../definition/store.ts'
import type { Cipher } from '../ports/cipher.ts'
import type { Clock } from '../ports/clock.ts'
import { newClient, type Registration } from '../resources/oauthclient/oauthclient.commands.ts'
import { oauthclient, registration } from '../resources/oauthclient/oauthclient.ts'
import { type Operator, plainly } from './operator.ts'
import { operatorStore } from './operator-store.ts'

const OPTIONS = {
  name: { type: 'string', default: '' },
  description: { type: 'string', default: '' },
  homepage: { type: 'string', default: '' },
  logo: { type: 'string', default: '' },
  redirect: { type: 'string', multiple: true, default: [] as string[] },
  public: { type: 'boolean', default: false },
  /** `--no-rotating` for a client that cannot store a new refresh token. */
  rotating: { type: 'boolean', default: true },
} as const

/** Integrations for all merchants belong to no tree. */
const EVERYBODY = ''

/**
 * Registers an integration for all merchants (contract 5.5) and prints its secret, which cannot be read again later.
 */
export function oauthClient(args: string[]): (operator: Operator) => Promise<void> {
  const { values } = parseArgs({ args, options: OPTIONS, allowNegative: true })
  if (!values.name || !values.description || !values.homepage || values.redirect.length === 0)
    throw new Error(
      'oauth-client needs --name "Name", --description "What it does", --homepage https://example.com and --redirect https://example.com/callback, which may be repeated',
    )
  const wanted: Registration = {
    name: values.name,
    description: values.description,
    homepage_url: values.homepage,
    redirect_urls: values.redirect,
    is_public: values.public,
    rotates_refresh_token: values.rotating,
    logo: values.logo || null,
  }
  for (const [name, { kind, limits }] of Object.entries(registration)) {
    const given = wanted[name as keyof Registration]
    if (given === null) continue
    const parsed = kind.parse(given, limits)
    if ('problem' in parsed) throw new Error(`${name} ${parsed.problem}`)
  }
  return async operator => {
    const parts = { cipher: operator.ring, clock: operator.clock, store: operatorStore(operator) }
    const made = await plainly(registerClient(parts, wanted))
    operator.print(JSON.stringify({ ...made, redirect_uris: wanted.redirect_urls }, null, 2))
  }
}

/** Stores an integration that belongs to no merchant. Returns its secret in clear; null for a public one. */
export async function registerClient(
  { store, ...ports }: { store: Store; cipher: Cipher; clock: Clock },
  wanted: Registration,
): Promise<{ client_id: string; client_secret: string | null }> {
  const { record, client_secret } = newClient(ports, wanted)
  const { id } = await store.insert({ caller: systemCaller(EVERYBODY, 'operator') }, oauthclient, record)
  return { client_id: id, client_secret }
}

import type { Command } from '../../definition/command.ts'
import type { Row, Settable } from '../../definition/resource.ts'
import { problemList } from '../../definition/rules.ts'
import { newId } from '../../lib/id.ts'
import { invalid, invalidField, notFound, type Problems } from '../../lib/problem.ts'
import type { Cipher } from '../../ports/cipher.ts'
import type { Clock } from '../../ports/clock.ts'
import { newSecret, secretMark } from './client-secret.ts'
import { checkRedirects } from './oauthclient.rules.ts'
import { oauthclient, registration } from './oauthclient.ts'

type Client = typeof oauthclient

export interface ClientPorts {
  cipher: Cipher
  clock: Clock
  publicUrl(): string
  /** Called when a secret or a client changed, so that nothing remembered outlives it in this process. */
  forget(): Promise<void>
}

/** What an application brings to be registered. */
export interface Registration {
  name: string
  description: string
  homepage_url: string
  redirect_urls: string[]
  is_public: boolean
}

/** A client to be stored and, unless it is public, its secret in clear this one time. Throws a 422 for addresses that cannot be. */
export function newClient(
  { cipher, clock }: Pick<ClientPorts, 'cipher' | 'clock'>,
  wanted: Registration,
): { record: Settable<Client>; client_secret: string | null } {
  const problems: Problems = {}
  checkRedirects(wanted.redirect_urls, wanted.is_public, problemList(problems))
  if (Object.keys(problems).length > 0) throw invalid(problems)
  const id = newId(clock.now())
  const client_secret = wanted.is_public ? null : newSecret()
  const client_secret_mark = client_secret && secretMark(cipher, id, client_secret)
  return { record: { ...wanted, id, active: true, client_secret_mark }, client_secret }
}

const NEW_SECRET = {
  type: 'object',
  required: ['oauthclient'],
  properties: {
    oauthclient: {
      type: 'object',
      properties: { id: { type: 'string' }, client_id: { type: 'string' }, client_secret: { type: 'string' } },
    },
  },
}

/** The endpoints of integrations that show a secret. */
export function oauthclientCommands(ports: ClientPorts): Command<Client>[] {
  return [register(ports), generateclientsecret(ports)]
}

function register(ports: ClientPorts): Command<Client> {
  return {
    name: 'register',
    method: 'POST',
    on: 'all',
    path: '',
    right: 'create',
    input: registration,
    says: 'Registers an integration and shows its client_secret this once. Users of this merchant may then let it act for them.',
    answers: { noun: 'oauthclient', status: 201 },
    async run({ actor, store, input }) {
      const { record, client_secret } = newClient(ports, input as unknown as Registration)
      const row = await store.insert(actor, oauthclient, record)
      return { body: { oauthclient: withSecret(row, client_secret, ports.publicUrl()) }, status: 201, secret: true }
    },
  }
}

function generateclientsecret(ports: ClientPorts): Command<Client> {
  return {
    name: 'generateclientsecret',
    method: 'POST',
    on: 'one',
    right: 'update',
    says: 'Makes a new client_secret and shows it this once; the old one stops working. Grants stay.',
    answers: { schema: NEW_SECRET },
    async run({ actor, store, row }) {
      if (row.is_public) throw invalidField('is_public', 'A public client has no secret.')
      const client_secret = newSecret()
      await store.transaction(actor, async work => {
        const locked = await work.lock(oauthclient, row.id)
        if (!locked) throw notFound()
        await work.update(oauthclient, locked, { client_secret_mark: secretMark(ports.cipher, row.id, client_secret) })
      })
      await ports.forget()
      return { body: { oauthclient: { id: row.id, client_id: row.id, client_secret } }, secret: true }
    },
  }
}

/** The record as GET shows it, with the secret that GET never shows. */
function withSecret(row: Row<Client>, client_secret: string | null, public_url: string): Record<string, unknown> {
  const { id, name, description, homepage_url, redirect_urls, is_public, active } = row
  const { created_ts, modified_ts, created_user_id, modified_user_id } = row
  return {
    ...{ id, name, description, homepage_url, redirect_urls, is_public, active: Number(active) },
    ...{ created_ts, modified_ts, created_user_id, modified_user_id, client_id: id, client_secret },
    _links: { self: { href: `${public_url}/v2/oauthclients/${id}` } },
  }
}

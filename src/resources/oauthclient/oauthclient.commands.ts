import type { Command } from '../../definition/command.ts'
import type { Operations } from '../../definition/noun.ts'
import type { Row, Settable } from '../../definition/resource.ts'
import { problemList } from '../../definition/rules.ts'
import type { UnitOfWork } from '../../definition/store.ts'
import { newId } from '../../lib/id.ts'
import { objectSchema } from '../../lib/object-schema.ts'
import { invalid, invalidField, notFound, type Problems } from '../../lib/problem.ts'
import type { Cipher } from '../../ports/cipher.ts'
import type { Clock } from '../../ports/clock.ts'
import { switchOffMade } from '../oauthgrant/made-under-grant.ts'
import { oauthgrant } from '../oauthgrant/oauthgrant.ts'
import { checkProof, PROOF } from '../user/user-keys.ts'
import { newSecret, secretMark } from './client-secret.ts'
import { checkRedirects } from './oauthclient.rules.ts'
import { oauthclient, registration } from './oauthclient.ts'

type Client = typeof oauthclient

export interface Registration {
  name: string
  description: string
  homepage_url: string
  redirect_urls: string[]
  is_public: boolean
  rotates_refresh_token: boolean
  logo: string | null
}

/** Returns a client to store and its secret in clear, null for a public client. Throws a 422 for invalid addresses. */
export function newClient(
  { cipher, clock }: { cipher: Cipher; clock: Clock },
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

const NEW_SECRET = objectSchema({
  oauthclient: objectSchema({
    id: { type: 'string', description: 'The integration.' },
    client_id: { type: 'string', description: 'The same as id.' },
    client_secret: { type: 'string', description: 'The new secret.' },
  }),
})

const register: Command<Client> = {
  name: 'register',
  method: 'POST',
  on: 'all',
  path: '',
  right: 'create',
  input: { ...registration, ...PROOF },
  says: 'Registers an integration and shows its client_secret this once. Users of this merchant may then let it act for them. With an access token it needs the own password.',
  operation: 'createOauthclient',
  returns: { noun: 'oauthclient', state: 'created' },
  async run({ actor, store, input, parts }) {
    await checkProof({ actor, store, parts }, input)
    const { old_password: _, second_factor: __, ...wanted } = input
    const { record, client_secret } = newClient(parts, wanted as unknown as Registration)
    const row = await store.insert(actor, oauthclient, record)
    return { body: { oauthclient: withSecret(row, client_secret, parts.publicUrl()) }, state: 'created', secret: true }
  },
}

const generateclientsecret: Command<Client> = {
  name: 'generateclientsecret',
  method: 'POST',
  on: 'one',
  right: 'update',
  input: PROOF,
  says: 'Makes a new client_secret and shows it this once; the old one stops working. Grants stay. With an access token it needs the own password.',
  operation: 'generateOauthclientSecret',
  returns: { schema: NEW_SECRET },
  refuses: ['invalid'],
  async run({ actor, store, row, input, parts }) {
    if (row.is_public) throw invalidField('is_public', 'A public client has no secret.')
    await checkProof({ actor, store, parts }, input)
    const client_secret = newSecret()
    await store.transaction(actor, async work => {
      const locked = await work.lock(oauthclient, row.id)
      if (!locked) throw notFound()
      await work.update(oauthclient, locked, { client_secret_mark: secretMark(parts.cipher, row.id, client_secret) })
    })
    await parts.invalidateCredentials()
    return { body: { oauthclient: { id: row.id, client_id: row.id, client_secret } }, secret: true }
  },
}

/** Returns the record as GET shows it, with the secret that GET never shows. */
function withSecret(row: Row<Client>, client_secret: string | null, public_url: string): Record<string, unknown> {
  const { id, name, description, homepage_url, redirect_urls, is_public, rotates_refresh_token, logo, active } = row
  const { created_ts, modified_ts, created_user_id, modified_user_id } = row
  return {
    ...{
      id,
      name,
      description,
      homepage_url,
      redirect_urls,
      is_public,
      rotates_refresh_token,
      logo,
      active: Number(active),
    },
    ...{ created_ts, modified_ts, created_user_id, modified_user_id, client_id: id, client_secret },
    _links: { self: { href: `${public_url}/v2/oauthclients/${id}` } },
  }
}

export const oauthclientCommands = [register, generateclientsecret]

/** Removing an integration also removes its grants within its own merchant's tree. */
export const oauthclientOperations: Operations<typeof oauthclient> = {
  async update({ change, moment, proceed, parts }) {
    const also = (work: UnitOfWork, row: Row<Client>) => switchOffMade(work, row.id, moment.seconds)
    const stored = await proceed(change.active === false ? { also } : {})
    // Cached tokens of a client that is switched off must stop working at once.
    await parts.invalidateCredentials()
    return stored
  },
  async remove({ actor, store, row, parts }) {
    await store.transaction(actor, async work => {
      const locked = await work.lock(oauthclient, row.id, 'whole')
      if (!locked) throw notFound()
      for (const { id } of await work.all(oauthgrant, { oauthclient_id: row.id })) {
        const grant = await work.lock(oauthgrant, id)
        if (grant) await work.remove(oauthgrant, grant)
      }
      await work.remove(oauthclient, locked)
    })
    await parts.invalidateCredentials()
  },
}

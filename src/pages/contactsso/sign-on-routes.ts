import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { CredentialStore } from '../../auth/credential-store.ts'
import type { CheckDeveloper, Credentials } from '../../auth/identify.ts'
import type { SignOnCodes } from '../../auth/sign-on-codes.ts'
import type { Caller } from '../../definition/caller.ts'
import type { Store } from '../../definition/store.ts'
import { create } from '../../engine/create.ts'
import type { Engine } from '../../engine/engine.ts'
import { invalidField, unauthorized } from '../../lib/problem.ts'
import { contactHref } from './contact-routes.ts'
import { signOnLink } from './sign-on-link.ts'

export interface SignOnParts {
  engine: Engine
  store: Store
  /** The key this software encrypts its links with, or null. */
  encryptionKeyOf(developer_id: string): Promise<string | null>
  credentials: CredentialStore
  checkDeveloper: CheckDeveloper
  codes: SignOnCodes
}

/**
 * `v2/contactsso` (contract 5.4): whoever opens a generated address is signed in and sent on to the contact's page. Refusals
 * are those of the API, because it is the software which made the address that has to read them.
 */
export function registerSignOn(app: FastifyInstance, parts: SignOnParts): void {
  const handle = (request: FastifyRequest, reply: FastifyReply) => signOn(parts, request, reply)
  for (const url of ['/v2/contactsso', '/custom/contactsso'])
    app.route({ method: ['GET', 'POST'], url, handler: handle })
}

async function signOn(parts: SignOnParts, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { engine, credentials } = parts
  const sent = parameterOf(request)
  await parts.checkDeveloper(credentialsIn(request, sent))
  const developer_id = developerOf(request, sent)
  const data = { data: sent('data') ?? '', e_data: sent('e_data') ?? '' }
  const key = data.e_data ? await parts.encryptionKeyOf(developer_id) : null
  const link = signOnLink(data, key, engine.clock.seconds())
  const known = await credentials.callerByKey(link.user_id, link.user_api_key)
  if (!known) throw unauthorized()
  const caller: Caller = { ...known, method: 'contactsso', address: request.ip }
  const contact_id = await contactOf(parts, caller, link.contact)
  const code = await parts.codes.issue({ root_id: caller.root_id, user_id: link.user_id, contact_id })
  const location = `${engine.public_url}${contactHref(contact_id)}?code=${code}`
  return reply.code(302).header('location', location).send('')
}

/** The location's contact with this id of the caller's own, made or brought up to date. */
async function contactOf(parts: SignOnParts, caller: Caller, fields: Record<string, unknown>): Promise<string> {
  if (!fields.contact_api_id) throw invalidField('contact_api_id', 'Contact Api Id cannot be blank.')
  const noun = parts.engine.registry.get('contact')
  const body = { contact: { ...fields, update_if_exists: true } }
  const { row } = await create(parts.engine, parts.store, noun, { caller }, body, [])
  return String(row.id)
}

type Parameter = (name: string) => string | undefined

/** A link that is opened has everything in its query, one that a form sends in its body. */
function parameterOf(request: FastifyRequest): Parameter {
  const sources = [request.query, request.body] as (Record<string, unknown> | undefined)[]
  return name => {
    for (const source of sources) {
      const value = source?.[name]
      if (typeof value === 'string' && value !== '') return value
    }
    return undefined
  }
}

function developerOf(request: FastifyRequest, sent: Parameter): string {
  const header = request.headers['developer-id']
  return typeof header === 'string' ? header : (sent('developer-id') ?? '')
}

function credentialsIn(request: FastifyRequest, sent: Parameter): Credentials {
  return {
    header: name => (name === 'developer-id' ? developerOf(request, sent) : undefined),
    parameter: () => undefined,
    path: request.url.split('?', 1)[0]!,
    verb: request.method,
    address: request.ip,
    onSuccess: () => undefined,
  }
}

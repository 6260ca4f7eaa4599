/**
 * Sign-on by link (contract 5.4): the link, the contact it creates or updates, and the redirect to the contact's page.
 */

import { createDecipheriv, randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Activity } from '../../auth/activity.ts'
import { linkSigner, type SignedLink } from '../../auth/authenticators/hmac.ts'
import { type CredentialStore, permitKey } from '../../auth/credential-store.ts'
import { type CheckDeveloper, type Credentials, permitPath } from '../../auth/identify.ts'
import { type SecretGuesses, tooManyGuesses } from '../../auth/secret-guesses.ts'
import type { SignOnCodes } from '../../auth/sign-on-codes.ts'
import type { SignatureUses } from '../../auth/signature-uses.ts'
import { atRoot, type Caller } from '../../definition/caller.ts'
import type { Store } from '../../definition/store.ts'
import { create } from '../../engine/create.ts'
import type { Engine } from '../../engine/engine.ts'
import type { AccessTrail } from '../../events/access-trail.ts'
import { forbidden, invalidField, Refusal, unauthorized } from '../../lib/problem.ts'
import { utf8Form, utf8Text } from '../../lib/utf8.ts'
import type { Cipher } from '../../ports/cipher.ts'
import { formSettings } from '../../resources/location/form-settings.ts'
import { LANGUAGES } from '../../words/words.ts'
import { FORM_SECONDS, type FormState, PLAIN_OPTIONS, sealState } from '../hostedform/form-data.ts'
import { formContext } from '../hostedform/form-page.ts'
import { CHARGE_PATH } from '../hostedform/form-routes.ts'
import { VISITS_ONLY } from '../page-routes.ts'
import { type Charge, chargeOf } from './charge-link.ts'
import { contactHref } from './contact-routes.ts'

export interface SignOnParts {
  engine: Engine
  store: Store
  cipher: Cipher
  /** Returns the key this developer encrypts its links with, or null. */
  encryptionKeyOf(developer_id: string): Promise<string | null>
  credentials: CredentialStore
  checkDeveloper: CheckDeveloper
  codes: SignOnCodes
  guesses: SecretGuesses
  signatures: Pick<SignatureUses, 'openLink'>
  active: Pick<Activity, 'note'>
  trail: Pick<AccessTrail, 'note'>
  /** Records in the audit trail that a link opened nothing. */
  refused(method: string, address: string | null, user_id?: string): Promise<void>
}

/**
 * Registers `v2/contactsso`: a person who opens a generated address is signed in and redirected to the contact's page.
 * Refusals are those of the API, because they are for the software that made the address.
 */
export function registerSignOn(app: FastifyInstance, parts: SignOnParts): void {
  void app.register(async scope => {
    const form = { parseAs: 'buffer', bodyLimit: LARGEST_FORM } as const
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      form,
      async ({ headers }: FastifyRequest, body: Buffer) => Object.fromEntries(utf8Form(body, headers['content-type'])),
    )
    for (const url of ['/v2/contactsso', '/custom/contactsso', '/custom/sso'])
      scope.route({
        ...VISITS_ONLY,
        method: ['GET', 'POST'],
        url,
        handler: (request, reply) => signOn(parts, request, reply),
      })
  })
}

const LARGEST_FORM = 64 * 1024

async function signOn(parts: SignOnParts, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { engine } = parts
  const { caller, link } = await openedLink(parts, request)
  const { charge } = link
  const isAnonymous = charge?.mode === 'terminal' && !link.contact.contact_api_id
  const contact_id = isAnonymous ? null : await contactOf(parts, caller, link.contact)
  const about = contact_id
    ? { noun: 'contact', record_id: contact_id, location_id: caller.location_id }
    : { noun: 'user', record_id: link.user_id, location_id: caller.location_id }
  await parts.trail.note({ caller, ...about, verb: 'signed_on', details: null })
  if (charge || contact_id === null) return toForm(parts, reply, caller, link, contact_id)
  const code = await parts.codes.issue({ root_id: caller.root_id, user_id: link.user_id, contact_id })
  const location = `${engine.public_url}${contactHref(contact_id)}?code=${code}`
  return reply.code(302).header('location', location).send('')
}

/** Redirects to a form that charges once, with what the link says; it is checked here, where the software reads why. */
async function toForm(
  { engine, store, cipher }: SignOnParts,
  reply: FastifyReply,
  caller: Caller,
  { charge, contact }: SignOnLink,
  contact_id: string | null,
): Promise<FastifyReply> {
  engine.permit(caller, 'transaction', 'create')
  const api_id = `sso-${randomUUID()}`
  const location_id = contact.location_id ?? caller.location_id
  const state: FormState = {
    noun: 'transaction',
    record: { ...charge?.record, location_id, transaction_api_id: api_id, ...(contact_id ? { contact_id } : {}) },
    defaults: charge?.defaults ?? {},
    options: PLAIN_OPTIONS,
    user_id: caller.user_id ?? '',
    page_id: `form ${cipher.fingerprint('form', api_id)}`,
    expire_ts: engine.clock.seconds() + FORM_SECONDS,
  }
  await formContext(store, caller, state, LANGUAGES[0])
  const form = encodeURIComponent(sealState(cipher, state))
  return reply.code(302).header('location', `${engine.public_url}${CHARGE_PATH}?form=${form}`).send('')
}

/** Returns the user of a link. One that cannot be read, is too old or has a wrong key is noted in the audit trail. */
async function openedLink(parts: SignOnParts, request: FastifyRequest): Promise<{ caller: Caller; link: SignOnLink }> {
  const sent = parameterOf(request)
  let link: SignOnLink | null = null
  try {
    await parts.checkDeveloper(credentialsIn(request, sent))
    const data = { data: sent('data') ?? '', e_data: sent('e_data') ?? '' }
    const signed = signedLinkIn(request, sent, data)
    // The signature is verified before the data is decrypted and read.
    const signer =
      signed && (await linkSigner({ ...parts, store: parts.credentials, clock: parts.engine.clock }, signed))
    const key = data.e_data ? await parts.encryptionKeyOf(developerOf(request, sent)) : null
    link = readSignOnLink(data, key, signed)
    const caller = signer ?? (await callerOfKey(parts, request, link))
    permitPath(caller, { path: request.url })
    // The page of a contact stores accounts and takes payments.
    if (caller.scopes && !caller.scopes.includes('payments'))
      throw forbidden(`The scope ${caller.scopes.join(' ')} of this key opens no page of a contact.`)
    await checkSignature(parts, caller, link, signed)
    parts.active.note(caller.user_id)
    return { caller: { ...caller, method: 'contactsso', address: request.ip, request_id: request.id }, link }
  } catch (error) {
    if (error instanceof Refusal) await parts.refused('contactsso', request.ip, link?.user_id)
    throw error
  }
}

/** Returns the user whose API key a link without a signature holds. Throws 401, 403 and 429. */
async function callerOfKey(
  { credentials, guesses, engine }: SignOnParts,
  request: FastifyRequest,
  link: SignOnLink,
): Promise<Caller> {
  const seconds = engine.clock.seconds()
  checkTime(link, seconds)
  const known = await credentials.callerByKey(link.user_id, link.user_api_key ?? '')
  const wait = await guesses.secondsToWait(request.ip, known?.caller.user_id ?? null, { of: link.user_id })
  if (wait !== null) throw tooManyGuesses(wait)
  if (!known) throw unauthorized()
  permitKey(known, request.ip, seconds)
  return known.caller
}

/** Throws 401 where a location wants a signature that the link has not, or the link was opened before. */
async function checkSignature(
  { store, signatures }: SignOnParts,
  caller: Caller,
  { contact }: SignOnLink,
  signed: SignedLink | null,
): Promise<void> {
  const read = store.reader(atRoot(caller))
  const places = [caller.location_id, contact.location_id].filter(place => typeof place === 'string')
  const settings = await Promise.all([...new Set(places)].map(place => formSettings(read, place)))
  if (!signed) {
    if (settings.some(each => each.sso_signature_required))
      throw unauthorized('Sign-on links of this location need a signature.')
    return
  }
  const { root_id } = caller
  if (settings.some(each => each.once))
    await signatures.openLink(
      { root_id, user_id: signed.user_id, signed_ts: Number(signed.timestamp) },
      signed.signature,
    )
}

/** Returns the signed parts of a link; null for one without a signature. Throws 401 where one of them is missing. */
function signedLinkIn(
  request: FastifyRequest,
  sent: Parameter,
  { data, e_data }: { data: string; e_data: string },
): SignedLink | null {
  const [user_id, timestamp, signature] = [sent('user-id'), sent('timestamp'), sent('signature')]
  if (signature === undefined) return null
  if (!user_id || !timestamp) throw unauthorized('A signed link has user-id, timestamp and signature.')
  return { user_id, timestamp, signature, data: e_data || data, address: request.ip }
}

/** Creates or updates the contact with this id of the caller's own. Returns its id. */
async function contactOf(parts: SignOnParts, caller: Caller, fields: Record<string, unknown>): Promise<string> {
  if (!fields.contact_api_id) throw invalidField('contact_api_id', 'Contact Api Id cannot be blank.')
  const noun = parts.engine.registry.get('contact')
  const body = { contact: { ...fields, update_if_exists: true } }
  const { row } = await create(parts.engine, parts.store, noun, { caller }, body, [])
  return String(row.id)
}

type Parameter = (name: string) => string | undefined

/** An opened link has its parameters in the query, a submitted form has them in the body. */
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

/** What is read of a link of contract 5.4. */
interface SignOnLink {
  user_id: string
  /** Null in a signed link, whose signature stands in its place. */
  user_api_key: string | null
  /** When it was made, as it says. */
  timestamp: unknown
  /** Fields of the contact, not yet validated. */
  contact: Record<string, unknown>
  /** What is to be charged; null: nothing, the page of the contact is shown. */
  charge: Charge | null
}

/** A link is valid for a quarter of an hour before and after its timestamp. */
const VALID_SECONDS = 15 * 60

/** The fields of a contact that a link may set. Other fields belong to other modes of the link and are not read. */
const CONTACT_FIELDS = [
  ...['location_id', 'contact_api_id', 'first_name', 'last_name', 'company_name', 'email', 'address', 'city'],
  ...['state', 'zip', 'cell_phone', 'home_phone', 'office_phone', 'account_number'],
]

/**
 * Reads `data` (hex of a JSON text) or `e_data` (hex of an initialisation vector and the AES-128-CBC of that text under
 * the software's encryption key). Throws 400 when it cannot be read, and 401 when it names no user and has no signer.
 */
function readSignOnLink(
  sent: { data?: string; e_data?: string },
  key: string | null,
  signed: SignedLink | null,
): SignOnLink {
  const text = sent.e_data ? decrypted(sent.e_data, key) : utf8Text(bytesOf(sent.data ?? ''))
  const link = recordOf(text)
  const contact = Object.fromEntries(CONTACT_FIELDS.filter(name => name in link).map(name => [name, link[name]]))
  const said = { contact, charge: chargeOf(link) }
  if (signed) return { ...said, user_id: signed.user_id, user_api_key: null, timestamp: signed.timestamp }
  const { timestamp, user_id, user_api_key } = link
  if (typeof user_id !== 'string' || typeof user_api_key !== 'string') throw unauthorized()
  return { ...said, user_id, user_api_key, timestamp }
}

/** Throws 401 for a link that is too old, or of the future. */
function checkTime({ timestamp }: SignOnLink, seconds: number): void {
  const isCurrent = Math.abs(seconds - Number(timestamp ?? Number.NaN)) <= VALID_SECONDS
  if (!isCurrent) throw unauthorized('This link has expired.')
}

function recordOf(text: string): Record<string, unknown> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw unreadable()
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw unreadable()
  return value as Record<string, unknown>
}

const VECTOR_BYTES = 16

/** A wrong key, a wrong padding and invalid JSON give one and the same error, so that changed links reveal nothing. */
function decrypted(hex: string, key: string | null): string {
  const bytes = bytesOf(hex)
  if (key === null) throw unreadable()
  try {
    const decipher = createDecipheriv('aes-128-cbc', Buffer.from(key), bytes.subarray(0, VECTOR_BYTES))
    return utf8Text(Buffer.concat([decipher.update(bytes.subarray(VECTOR_BYTES)), decipher.final()]))
  } catch {
    throw unreadable()
  }
}

function bytesOf(hex: string): Buffer {
  if (hex === '' || hex.length % 2 > 0 || !/^[0-9a-f]+$/i.test(hex)) throw unreadable()
  return Buffer.from(hex, 'hex')
}

function unreadable(): Refusal {
  return new Refusal(400, 'The data of this link cannot be read.')
}

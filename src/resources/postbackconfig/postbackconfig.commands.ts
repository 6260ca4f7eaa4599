import type { Command, CommandAct, CreateAct, UpdateAct } from '../../definition/command.ts'
import { integer, stamp, text } from '../../definition/field.ts'
import type { JsonSchema } from '../../definition/kind.ts'
import type { Operations } from '../../definition/noun.ts'
import type { Row, Settable } from '../../definition/resource.ts'
import type { ShowAct } from '../../definition/show.ts'
import { newId } from '../../lib/id.ts'
import { objectSchema } from '../../lib/object-schema.ts'
import { forbidden, invalidField, notFound } from '../../lib/problem.ts'
import { newSigningSecret } from '../../lib/webhook-signature.ts'
import type { Cipher } from '../../ports/cipher.ts'
import { checkMade, grantOf, holdGrant } from '../oauthgrant/made-under-grant.ts'
import { checkUrl, enqueuePing, enqueueReplays, type ReplayRequest } from '../postback_log/replay.ts'
import { type Credential, credentialBinding, openCredential } from './credentials.ts'
import { postbackconfigRules } from './postbackconfig.rules.ts'
import { postbackconfig } from './postbackconfig.ts'

type Postbackconfig = typeof postbackconfig

const DAY = 24 * 60 * 60
const LONGEST_OVERLAP = 7 * DAY

const rotate: Command<Postbackconfig> = {
  name: 'rotatesecret',
  method: 'POST',
  on: 'one',
  right: 'update',
  input: {
    overlap: integer(6, 'P', {
      least: 0,
      most: LONGEST_OVERLAP,
      fallback: DAY,
      example: 3600,
      note: 'Seconds for which the old secret signs beside the new one; a day when left out.',
    }),
  },
  returns: {
    schema: responseOf({
      signing_secret: { type: 'string', description: 'The new secret.' },
      old_secret_until_ts: { type: 'integer', description: 'Until when the old secret signs too, in Unix seconds.' },
    }),
  },
  says: 'Makes a new signing_secret and shows it; the old one signs too until the overlap is over.',
  operation: 'rotatePostbackconfigSecret',
  async run({ actor, store, row, moment, input, parts: { cipher } }) {
    const signing_secret = newSigningSecret()
    const until = moment.seconds + (input.overlap as number)
    await store.transaction(actor, async work => {
      const locked = await work.lock(postbackconfig, row.id)
      if (!locked) throw notFound()
      const signing_secret_old = openCredential(cipher, locked, 'signing_secret')
      const sealed = sealCredentials(cipher, locked, { signing_secret, signing_secret_old })
      await work.update(postbackconfig, locked, { ...sealed, signing_secret_old_until_ts: until })
    })
    return { body: { postbackconfig: { id: row.id, signing_secret, old_secret_until_ts: until } }, secret: true }
  },
}

const ping: Command<Postbackconfig> = {
  name: 'ping',
  method: 'POST',
  on: 'one',
  right: 'update',
  returns: { schema: responseOf({ postback_log_id: { type: 'string', description: 'The postback that was made.' } }) },
  says: 'Sends a postback of type PING, with the data {"id"} of the configuration. The answer names its postback log.',
  async run({ actor, store, row, moment, parts }) {
    checkMade(actor.caller, row)
    checkActive(row)
    const id = await store.transaction(actor, work => enqueuePing(work, row, moment.seconds))
    parts.posted()
    return { body: { postbackconfig: { id: row.id, postback_log_id: id } } }
  },
}

const replay: Command<Postbackconfig> = {
  name: 'replay',
  method: 'POST',
  on: 'one',
  right: 'update',
  input: {
    from_ts: stamp('P', { example: 1767225600, note: 'Postbacks made from then on; all that are kept when left out.' }),
    to_ts: stamp('P', { note: 'Until then, inclusive; now when left out.' }),
    postback_status_id: integer(1, 'P', {
      least: 1,
      most: 5,
      note: 'Only those; 4 and 5, what never arrived, when left out.',
    }),
    url: text(1, 512, 'P', { note: 'Another receiver; it gets no Basic credentials.' }),
  },
  returns: { schema: responseOf({ replayed: { type: 'integer', description: 'How many are sent again.' } }) },
  says: 'Sends postbacks that are over once more, oldest first, with the same data and webhook-id; 10,000 at a time.',
  operation: 'replayPostbacks',
  async run({ actor, store, row, moment, input, parts: { poster, posted } }) {
    checkMade(actor.caller, row)
    checkActive(row)
    const { from_ts, to_ts, postback_status_id, url } = input as Record<string, number | null> & {
      url: string | null
    }
    checkUrl(poster, url)
    const statuses = postback_status_id ? [postback_status_id as number] : [4, 5]
    const request: ReplayRequest = { from_ts: from_ts ?? 0, to_ts: to_ts ?? moment.seconds, statuses, ids: null, url }
    const ids = await store.transaction(actor, work => enqueueReplays(work, row, request, moment.seconds))
    if (ids.length > 0) posted()
    return { body: { postbackconfig: { id: row.id, replayed: ids.length } } }
  },
}

/** Returns the schema of a response with the configuration's id and these properties. */
function responseOf(properties: Record<string, JsonSchema>): JsonSchema {
  return objectSchema({
    postbackconfig: objectSchema({ id: { type: 'string', description: 'The configuration.' }, ...properties }),
  })
}

function checkActive({ is_active }: { is_active: boolean }): void {
  if (!is_active) throw invalidField('is_active', 'Is Active must be 1 before anything can be sent.')
}

export const postbackconfigCommands = [rotate, ping, replay]

const SHOWN = ['basic_auth_username', 'basic_auth_password', 'signing_secret'] as const

/**
 * The receiver's credentials are sealed, bound to their record, and shown only to callers who may change them: null to
 * an integration, which could use them when its grant has ended.
 */
export const postbackconfigOperations: Operations<Postbackconfig> = {
  async create(act: CreateAct<Postbackconfig>) {
    const { cipher, poster } = act.parts
    checkUrl(poster, act.draft.url)
    const { create } = postbackconfigRules
    const decision = create?.decide?.(act.draft, act.refs, act.moment)
    const { basic_auth_username, basic_auth_password, ...draft } = act.draft
    // Sealing binds a credential to the id, so the id is generated first.
    const named = { id: newId(act.moment.seconds * 1000), location_id: draft.location_id }
    const secrets = { basic_auth_username, basic_auth_password, signing_secret: newSigningSecret() }
    const sealed = sealCredentials(cipher, named, secrets)
    const oauthgrant_id = grantOf(act.actor.caller)
    const record = { ...draft, ...decision?.set, ...named, ...sealed, oauthgrant_id }
    if (oauthgrant_id === null) return act.store.insert(act.actor, postbackconfig, record)
    // The integration acts under this grant, wherever in the tree it is noted.
    const in_scope = new Set([...(act.actor.in_scope ?? []), `oauthgrant ${oauthgrant_id}`])
    return act.store.transaction({ ...act.actor, in_scope }, async work => {
      await holdGrant(work, oauthgrant_id)
      return work.insert(postbackconfig, record)
    })
  },
  async update(act: UpdateAct<Postbackconfig>) {
    const { cipher, poster } = act.parts
    checkUrl(poster, act.change.url)
    const { update } = postbackconfigRules
    return act.store.transaction(act.actor, async work => {
      const row = await work.lock(postbackconfig, act.row.id)
      if (!row) throw notFound()
      checkMade(act.actor.caller, row)
      checkReceiver(act, row)
      const decision = update?.decide?.(row, act.change, act.refs, act.moment)
      const { basic_auth_username, basic_auth_password, ...change } = act.change
      const sealed = sealCredentials(cipher, row, { basic_auth_username, basic_auth_password })
      return work.update(postbackconfig, row, { ...change, ...decision?.set, ...sealed })
    })
  },
  async remove({ actor, store, row: { id } }: CommandAct<Postbackconfig>) {
    await store.transaction(actor, async work => {
      const row = await work.lock(postbackconfig, id, 'whole')
      if (!row) throw notFound()
      checkMade(actor.caller, row)
      await work.remove(postbackconfig, row)
    })
  },
  async show(act: ShowAct<Postbackconfig>) {
    const secrets = SHOWN.filter(name => act.expand.includes(name))
    if (secrets.length > 0 && !act.may('update')) throw forbidden(`Your user type may not see ${secrets.join(', ')}.`)
    const records = await act.proceed(act.expand)
    if (secrets.length === 0 || !act.may('keys')) return records
    act.rows.forEach((row, index) => {
      for (const name of secrets) records[index]![name] = openCredential(act.parts.cipher, row, name)
    })
    return records
  },
}

/** Throws 422 where an integration would have a password that is not shown to it sent to an address of its choice. */
function checkReceiver({ actor, change }: UpdateAct<Postbackconfig>, row: Row<Postbackconfig>): void {
  if (actor.caller.method !== 'oauth' || change.url === undefined || change.url === row.url) return
  if (row.basic_auth_password_sealed === null || change.basic_auth_password !== undefined) return
  throw invalidField('basic_auth_password', 'Basic Auth Password has to be sent with another url by an integration.')
}

/** Returns the sealed columns of what was sent: null or empty removes a credential, undefined leaves it as it is. */
function sealCredentials(
  cipher: Cipher,
  row: { id: string; location_id: string },
  sent: Partial<Record<Credential, string | null | undefined>>,
): Settable<Postbackconfig> {
  const sealed = Object.entries(sent)
    .filter(([, plain]) => plain !== undefined)
    .map(([name, plain]) => {
      const binding = credentialBinding(row, name as Credential)
      return [`${name}_sealed`, plain ? cipher.seal(plain, binding) : null]
    })
  return Object.fromEntries(sealed)
}

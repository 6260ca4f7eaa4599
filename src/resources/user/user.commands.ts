import { randomBytes, randomUUID } from 'node:crypto'
import type { Command, CommandAct, CreateAct, UpdateAct } from '../../definition/command.ts'
import { objectSchema } from '../../definition/kind.ts'
import type { Operations } from '../../definition/noun.ts'
import type { Row, Settable } from '../../definition/resource.ts'
import type { UnitOfWork } from '../../definition/store.ts'
import { newId } from '../../lib/id.ts'
import { invalidField, notFound } from '../../lib/problem.ts'
import type { Cipher } from '../../ports/cipher.ts'
import { oauthgrant } from '../oauthgrant/oauthgrant.ts'
import { checkMayChange, userRules } from './user.rules.ts'
import { hashKeyBinding, user } from './user.ts'

type User = typeof user

const me: Command<User> = {
  name: 'me',
  method: 'GET',
  on: 'all',
  right: 'read',
  own: true,
  says: 'The authenticated user.',
  returns: 'record',
  async run({ actor, store }) {
    const row = await store.reader(actor.caller).maybe(user, actor.caller.user_id)
    if (!row) throw notFound()
    return { row }
  },
}

const generateuserapikey: Command<User> = {
  name: 'generateuserapikey',
  method: 'POST',
  on: 'one',
  right: 'update',
  says: 'Makes a new user_api_key and shows it this once; the old one stops working.',
  returns: { schema: objectSchema({ user: objectSchema({ user_api_key: { type: 'string' } }) }) },
  async run({ actor, store, row, parts: { cipher, invalidateCredentials } }) {
    const { user_api_key, set } = newApiKey(cipher)
    await store.transaction(actor, async work => {
      const locked = await work.lock(user, row.id)
      if (!locked) throw notFound()
      checkMayChange(actor.caller, locked)
      await work.update(user, locked, set)
    })
    await invalidateCredentials()
    return { body: { user: { user_api_key } }, secret: true }
  },
}

export const userCommands = [me, generateuserapikey]

/** Credentials of users are hashed or sealed; none is stored in clear. */
export const userOperations: Operations<User> = { create, update, remove }

async function create(act: CreateAct<User>): Promise<Row<User>> {
  const { actor, store, moment, parts } = act
  const facts = await userRules.create!.load!(act.draft, act.refs, store.reader(actor.caller), moment)
  const { set } = userRules.create!.decide!(act.draft, facts, moment)
  const { password, branding_domain_id: _, user_api_key, ...plain } = act.draft
  const key = { id: newId(moment.seconds * 1000), root_id: actor.caller.root_id }
  const password_mark = password && (await parts.hashPassword(password))
  return store.insert(actor, user, {
    ...plain,
    ...set,
    id: key.id,
    user_api_key_mark: user_api_key && parts.cipher.fingerprint('api_key', user_api_key),
    user_hash_key_sealed: parts.cipher.seal(randomUUID(), hashKeyBinding(key)),
    password_mark,
  })
}

async function update(act: UpdateAct<User>): Promise<Row<User>> {
  const { actor, change, store, moment, row, parts } = act
  checkMayChange(actor.caller, row)
  const password_mark = await newPasswordMark(act)
  const { password: _, old_password: __, ...plain } = change
  const stored = await store.transaction(actor, async work => {
    const locked = await work.lock(user, row.id)
    if (!locked) throw notFound()
    // Hashing is slow, so it precedes the lock; another request may have changed the password meanwhile.
    if (password_mark && locked.password_mark !== row.password_mark) throw wrongPassword()
    const { set } = userRules.update!.decide!(locked, change, act.refs, moment)
    if (endsAccess(change)) await endGrants(work, row.id)
    return work.update(user, locked, { ...plain, ...set, ...(password_mark ? { password_mark } : {}) })
  })
  if (endsAccess(change)) await parts.endSessions(row.id, actor.caller.credential ?? null)
  await parts.invalidateCredentials()
  return stored
}

/**
 * Whether a change ends what was opened before: a password is often changed because it became known, and whoever is
 * switched on again signs in again.
 */
function endsAccess({ password, status_id }: UpdateAct<User>['change']): boolean {
  return Boolean(password) || status_id === 0
}

async function endGrants(work: UnitOfWork, user_id: string): Promise<void> {
  for (const { id } of await work.all(oauthgrant, { user_id })) {
    const grant = await work.lock(oauthgrant, id)
    if (grant) await work.remove(oauthgrant, grant)
  }
}

/** Returns the hash of a new password; null without one. Changing one's own requires the old one (contract 4.8). */
async function newPasswordMark({ actor, change, row, parts }: UpdateAct<User>): Promise<string | null> {
  if (!change.password) return null
  if (actor.caller.user_id === row.id && row.password_mark !== null) {
    const holds = change.old_password && (await parts.verifyPassword(change.old_password, row.password_mark))
    if (!holds) throw wrongPassword()
    if (change.old_password === change.password)
      throw invalidField('password', 'Password must differ from the old one.')
  }
  return parts.hashPassword(change.password)
}

function wrongPassword(): Error {
  return invalidField('old_password', 'Old Password is not the current password.')
}

async function remove(act: CommandAct<User>): Promise<void> {
  await act.store.transaction(act.actor, async work => {
    const locked = await work.lock(user, act.row.id)
    if (!locked) throw notFound()
    const { set } = userRules.remove!.decide!(locked, undefined, act.moment)
    await endGrants(work, locked.id)
    await work.remove(user, locked, set)
  })
  await act.parts.endSessions(act.row.id, null)
  await act.parts.invalidateCredentials()
}

/** Returns a new key and its column: 192 random bits in 32 characters that need no escaping in headers and queries. */
function newApiKey(cipher: Cipher): { user_api_key: string; set: Settable<User> } {
  const user_api_key = randomBytes(24).toString('base64url')
  return { user_api_key, set: { user_api_key_mark: cipher.fingerprint('api_key', user_api_key) } }
}

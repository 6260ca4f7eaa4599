import { randomBytes, randomUUID } from 'node:crypto'
import type { CommandAct, CreateAct, UpdateAct } from '../../definition/command.ts'
import type { Operations } from '../../definition/noun.ts'
import type { Row, Settable } from '../../definition/resource.ts'
import { newId } from '../../lib/id.ts'
import { invalidField, notFound } from '../../lib/problem.ts'
import type { Cipher } from '../../ports/cipher.ts'
import { checkReach, userRules } from './user.rules.ts'
import { hashKeyBinding, user } from './user.ts'

type User = typeof user

/** Users carry credentials: keys are marked or sealed, passwords hashed, and neither is ever stored or shown in clear. */
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
  checkReach(actor.caller, row)
  const password_mark = await newMark(act)
  const { password: _, old_password: __, ...plain } = change
  const stored = await store.transaction(actor, async work => {
    const locked = await work.lock(user, row.id)
    if (!locked) throw notFound()
    // Hashing takes long and is done before the lock; meanwhile another request may have changed the password.
    if (password_mark && locked.password_mark !== row.password_mark) throw wrongPassword()
    const { set } = userRules.update!.decide!(locked, change, act.refs, moment)
    return work.update(user, locked, { ...plain, ...set, ...(password_mark ? { password_mark } : {}) })
  })
  // Whoever changes a password may do so because somebody else knew it: only the sign-in that changed it goes on.
  if (password_mark) await parts.endSessions(row.id, actor.caller.credential ?? null)
  await parts.invalidateCredentials()
  return stored
}

/** The mark of a password that is to be changed, or null. The own one is changed by who knows the old one (contract 4.8). */
async function newMark({ actor, change, row, parts }: UpdateAct<User>): Promise<string | null> {
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
    await work.remove(user, locked, set)
  })
  await act.parts.endSessions(act.row.id, null)
  await act.parts.invalidateCredentials()
}

/** A fresh key and what to store of it: 192 bits of chance in 32 characters that need no escaping in headers and queries. */
export function newApiKey(cipher: Cipher): { user_api_key: string; set: Settable<User> } {
  const user_api_key = randomBytes(24).toString('base64url')
  return { user_api_key, set: { user_api_key_mark: cipher.fingerprint('api_key', user_api_key) } }
}

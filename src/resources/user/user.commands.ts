import { randomBytes, randomUUID } from 'node:crypto'
import { atRoot, type Caller } from '../../definition/caller.ts'
import type { Command, CommandAct, CreateAct, NounParts, UpdateAct } from '../../definition/command.ts'
import { flag, text } from '../../definition/field.ts'
import type { Operations } from '../../definition/noun.ts'
import type { AnyField, Row, Settable } from '../../definition/resource.ts'
import type { Actor } from '../../definition/store.ts'
import { newId } from '../../lib/id.ts'
import { objectSchema } from '../../lib/object-schema.ts'
import { forbidden, invalidField, notFound } from '../../lib/problem.ts'
import type { Cipher } from '../../ports/cipher.ts'
import { location } from '../location/location.ts'
import { beginSecondFactor, confirmSecondFactor, removeSecondFactor } from './second-factor.ts'
import { checkPassword, LONGEST_HISTORY, policyOf, type SignInPolicy } from './sign-in-policy.ts'
import { endGrants } from './switch-off.ts'
import { userRules, wordsAbout } from './user.rules.ts'
import { API_KEY_LIMITS, HASH_KEY_LIMITS, hashKeyBinding, user } from './user.ts'
import {
  apiKeyColumns,
  checkKeyEnds,
  checkKeyLimits,
  checkOwnPassword,
  checkProof,
  hashKeyColumns,
  type KeyLimits,
  keysAfter,
  PROOF,
  wrongPassword,
} from './user-keys.ts'
import { checkMayChange } from './user-rank.ts'
import { sessionCommands } from './user-sessions.ts'

type User = typeof user

const OLD_PASSWORD = text(undefined, 128, 'P', { holds: 'secret', note: 'The own password.' })
const KEEP_KEYS = flag('P', {
  note: 'true keeps the own keys, false ends them. Left out, they end, unless the request has a user_api_key.',
})

const me: Command<User> = {
  name: 'me',
  method: 'GET',
  on: 'all',
  right: 'read',
  own: true,
  says: 'Returns the user whose credentials the request carries.',
  operation: 'getCurrentUser',
  returns: 'record',
  async run({ actor, store }) {
    const row = await store.reader(actor.caller).maybe(user, actor.caller.user_id)
    if (!row) throw notFound()
    return { row }
  },
}

type Key = 'user_api_key' | 'user_hash_key'

/** Returns a new key and its columns, sealed or hashed. */
type MakeKey = (
  cipher: Cipher,
  row: Row<User>,
  limits: KeyLimits,
  seconds: number,
) => { key: string; set: Settable<User> }

function generates(name: Key, limits: Record<string, AnyField>, make: MakeKey): Command<User> {
  return {
    name: `generate${name.replaceAll('_', '')}`,
    method: 'POST',
    on: 'one',
    right: 'update',
    input: { ...limits, ...PROOF },
    says: `Makes a new ${name} and shows it this once; the old one stops working. With an access token it needs the own password.`,
    operation: name === 'user_api_key' ? 'generateUserApiKey' : 'generateUserHashKey',
    returns: {
      schema: objectSchema({ user: objectSchema({ [name]: { type: 'string', description: 'The new key.' } }) }),
    },
    refuses: ['invalid'],
    validate: (input, add) => checkKeyLimits(input, add),
    async run({ actor, store, row, input, moment, parts }) {
      checkMayChange(actor.caller, row)
      checkKeyEnds(input, moment.seconds)
      await checkProof({ actor, store, parts }, input)
      const { cipher, invalidateCredentials } = parts
      const { key, set } = make(cipher, row, input, moment.seconds)
      await store.transaction(actor, async work => {
        const locked = await work.lock(user, row.id)
        if (!locked) throw notFound()
        checkMayChange(actor.caller, locked)
        await work.update(user, locked, set)
      })
      await invalidateCredentials()
      return { body: { user: { [name]: key } }, secret: true }
    },
  }
}

/** 192 random bits in 32 characters that need no escaping in headers and queries. */
const generateuserapikey = generates('user_api_key', API_KEY_LIMITS, (cipher, _row, limits, seconds) => {
  const key = randomBytes(24).toString('base64url')
  return { key, set: apiKeyColumns(cipher.fingerprint('api_key', key), limits, seconds) }
})

const generateuserhashkey = generates('user_hash_key', HASH_KEY_LIMITS, (cipher, row, limits, seconds) => {
  const key = randomUUID()
  return { key, set: hashKeyColumns(cipher.seal(key, hashKeyBinding(row)), limits, seconds) }
})

const SECOND_FACTOR = objectSchema({
  second_factor_secret: { type: 'string', description: 'Base32, for who types it into an app.' },
  second_factor_url: { type: 'string', description: 'otpauth://…, for a QR code.' },
})

const generatesecondfactor: Command<User> = {
  name: 'generatesecondfactor',
  method: 'POST',
  on: 'one',
  right: 'update',
  input: { old_password: OLD_PASSWORD },
  says: 'Makes the secret of a second factor (RFC 6238) for an app of the own user and shows it this once; a code of the app puts it into use.',
  operation: 'generateSecondFactor',
  returns: { schema: objectSchema({ user: SECOND_FACTOR }) },
  refuses: ['conflict', 'invalid'],
  async run({ actor, store, row, input, parts }) {
    checkSelf(actor.caller, row)
    await checkOwnPassword({ parts, caller: actor.caller, user_id: row.id }, input)
    const { secret, url } = await beginSecondFactor({ store, cipher: parts.cipher }, actor, row)
    return { body: { user: { second_factor_secret: secret, second_factor_url: url } }, secret: true }
  },
}

const CODES = objectSchema({
  recovery_codes: { type: 'array', items: { type: 'string' }, description: 'Each is good for one sign-in.' },
})

const confirmsecondfactor: Command<User> = {
  name: 'confirmsecondfactor',
  method: 'POST',
  on: 'one',
  right: 'update',
  input: {
    second_factor: text(1, 64, 'R', { holds: 'secret', note: 'The code that the app shows.' }),
    keep_keys: KEEP_KEYS,
  },
  says: 'Puts the own second factor into use, and shows recovery codes this once, each good for one sign-in without the app. Other sign-ins and the own keys end, unless the keys are confirmed.',
  operation: 'confirmSecondFactor',
  returns: { schema: objectSchema({ user: CODES }) },
  refuses: ['conflict', 'invalid'],
  async run({ actor, store, row, input, moment, parts }) {
    checkSelf(actor.caller, row)
    const keys = keysAfter(actor.caller, input.keep_keys)
    const sent = { code: input.second_factor as string, seconds: moment.seconds, keys }
    const recovery_codes = await confirmSecondFactor({ store, cipher: parts.cipher }, actor, row, sent)
    await endOthers(actor, row.id, parts)
    return { body: { user: { recovery_codes } }, secret: true }
  },
}

const removesecondfactor: Command<User> = {
  name: 'removesecondfactor',
  method: 'POST',
  on: 'one',
  right: 'update',
  input: {
    old_password: OLD_PASSWORD,
    second_factor: text(1, 64, 'P', { holds: 'secret', note: 'A code of the app, or a recovery code.' }),
  },
  says: 'Takes the second factor away: the own one by password and code, that of somebody else as an administrator above. His sign-ins end.',
  operation: 'removeSecondFactor',
  returns: 'nothing',
  refuses: ['invalid'],
  async run({ actor, store, row, input, parts }) {
    checkMayChange(actor.caller, row)
    if (actor.caller.user_id === row.id) {
      const code = row.second_factor_ts === null || input.second_factor ? null : 'second_factor'
      if (code) throw invalidField(code, 'Second Factor cannot be blank.')
      await checkOwnPassword({ parts, caller: actor.caller, user_id: row.id }, input)
    }
    await removeSecondFactor({ store }, actor, row.id)
    await endOthers(actor, row.id, parts)
    return null
  },
}

/** A second factor is what one person has: nobody sets it up for another. */
function checkSelf({ user_id }: Caller, row: Row<User>): void {
  if (user_id !== row.id) throw forbidden('A user sets up his second factor himself.')
}

/** Ends the sign-ins that were made without what is asked for now. */
async function endOthers({ caller }: Actor, user_id: string, parts: NounParts): Promise<void> {
  await parts.endSessions(user_id, caller.credential ?? null)
  await parts.invalidateCredentials()
}

export const userCommands = [
  me,
  generateuserapikey,
  generateuserhashkey,
  generatesecondfactor,
  confirmsecondfactor,
  removesecondfactor,
  ...sessionCommands,
]

/** Credentials of users are hashed or sealed; none is stored in clear. */
export const userOperations: Operations<User> = { create, update, remove }

async function create(act: CreateAct<User>): Promise<Row<User>> {
  const { actor, store, moment, parts } = act
  const facts = await userRules.create!.load!(act.draft, act.refs, store.reader(actor.caller), moment)
  const { set } = userRules.create!.decide!(act.draft, facts, moment)
  const {
    password,
    branding_domain_id: _,
    old_password,
    second_factor,
    user_api_key,
    user_hash_key,
    ...plain
  } = act.draft
  if (password || user_api_key || user_hash_key) await checkProof(act, { old_password, second_factor })
  const { seconds } = moment
  const key = { id: newId(moment.seconds * 1000), root_id: actor.caller.root_id }
  if (password) checkPassword(await policyIn(act), password, wordsAbout(act.draft))
  const password_mark = password && (await parts.hashPassword(password, actor.caller.root_id))
  return store.insert(actor, user, {
    ...plain,
    ...set,
    id: key.id,
    ...(user_api_key ? apiKeyColumns(parts.cipher.fingerprint('api_key', user_api_key), plain, seconds) : {}),
    ...hashKeyColumns(parts.cipher.seal(user_hash_key ?? randomUUID(), hashKeyBinding(key)), plain, seconds),
    ...(user_hash_key ? {} : { user_hash_key_ts: null }),
    password_mark,
  })
}

async function update(act: UpdateAct<User>): Promise<Row<User>> {
  const { actor, change, store, moment, row, parts } = act
  checkMayChange(actor.caller, row)
  const password = await newPassword(act)
  const { password: _, old_password: __, keep_keys: ___, ...plain } = change
  const stored = await store.transaction(actor, async work => {
    const locked = await work.lock(user, row.id)
    if (!locked) throw notFound()
    // Hashing is slow, so it precedes the lock; another request may have changed the password meanwhile.
    if (password && locked.password_mark !== row.password_mark) throw wrongPassword()
    const { set } = userRules.update!.decide!(locked, change, act.refs, moment)
    if (endsAccess(change)) await endGrants(work, row.id)
    return work.update(user, locked, { ...plain, ...set, ...password })
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

/**
 * Returns the columns of a new password, with the former ones; null without one. Changing one's own requires the old
 * one (contract 4.8), and a wrong one counts as a failed sign-in.
 */
async function newPassword(act: UpdateAct<User>): Promise<Settable<User> | null> {
  const { actor, change, row, parts } = act
  const { password, old_password } = change
  if (!password) return null
  const policy = await policyIn(act)
  checkPassword(policy, password, wordsAbout({ ...row, ...change }))
  const is_own = actor.caller.user_id === row.id
  if (is_own && row.password_mark !== null) {
    const sent = { password: old_password ?? '' }
    if (!old_password || !(await parts.checkOwn(row.id, sent, actor.caller.address))) throw wrongPassword()
    if (old_password === password) throw invalidField('password', 'Password must differ from the old one.')
  }
  const former = [row.password_mark, ...(row.former_password_marks ?? [])].filter(mark => mark !== null)
  // The first of them was just compared, where it is the own one.
  for (const mark of policy.history > 1 ? former.slice(0, policy.history) : []) {
    if (await parts.verifyPassword(password, mark, actor.caller))
      throw invalidField('password', `Password must differ from the last ${policy.history}.`)
  }
  const password_mark = await parts.hashPassword(password, actor.caller.root_id)
  const keys = keysAfter(actor.caller, change.keep_keys)
  return { ...keys, password_mark, former_password_marks: former.slice(0, LONGEST_HISTORY - 1) }
}

/** Returns what the merchant asks of passwords. Its settings are at the root, which users below it do not see. */
async function policyIn({
  actor,
  store,
  parts,
}: Pick<CreateAct<User>, 'actor' | 'store' | 'parts'>): Promise<SignInPolicy> {
  const root = await store.reader(atRoot(actor.caller)).one(location, actor.caller.root_id, 'root_id')
  return policyOf(parts.signInPolicy, root)
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

import type { Command } from '../../definition/command.ts'
import { notFound } from '../../lib/problem.ts'
import { newApiKey } from './user.operations.ts'
import { checkReach } from './user.rules.ts'
import { user } from './user.ts'

type User = typeof user

const NEW_KEY = {
  type: 'object',
  required: ['user'],
  properties: {
    user: { type: 'object', required: ['user_api_key'], properties: { user_api_key: { type: 'string' } } },
  },
}

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
  returns: { schema: NEW_KEY },
  async run({ actor, store, row, parts: { cipher, invalidateCredentials } }) {
    const { user_api_key, set } = newApiKey(cipher)
    await store.transaction(actor, async work => {
      const locked = await work.lock(user, row.id)
      if (!locked) throw notFound()
      checkReach(actor.caller, locked)
      await work.update(user, locked, set)
    })
    await invalidateCredentials()
    return { body: { user: { user_api_key } }, secret: true }
  },
}

/** The endpoints of users beside the five; a new key takes the place of the old one, which stops working. */
export const userCommands = [me, generateuserapikey]

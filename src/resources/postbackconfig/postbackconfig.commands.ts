import type { Command } from '../../definition/command.ts'
import { integer, stamp, text } from '../../definition/field.ts'
import type { JsonSchema } from '../../definition/kind.ts'
import { invalidField, notFound } from '../../lib/problem.ts'
import { newSigningSecret } from '../../lib/webhook-signature.ts'
import type { Poster } from '../../ports/poster.ts'
import { type Again, enqueuePing, enqueueReplays } from '../postback_log/replay.ts'
import { opened } from './credentials.ts'
import { sealedOf } from './postbackconfig.operations.ts'
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
      note: 'Seconds for which the old secret signs beside the new one; a day when left out.',
    }),
  },
  returns: { schema: objectOf({ signing_secret: { type: 'string' }, old_secret_until_ts: { type: 'integer' } }) },
  says: 'Makes a new signing_secret and shows it; the old one signs too until the overlap is over.',
  async run({ actor, store, row, moment, input, parts: { cipher } }) {
    const signing_secret = newSigningSecret()
    const until = moment.seconds + (input.overlap as number)
    await store.transaction(actor, async work => {
      const locked = await work.lock(postbackconfig, row.id)
      if (!locked) throw notFound()
      const signing_secret_old = opened(cipher, locked, 'signing_secret')
      const sealed = sealedOf(cipher, locked, { signing_secret, signing_secret_old })
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
  returns: { schema: objectOf({ postback_log_id: { type: 'string' } }) },
  says: 'Sends a postback of type PING, with the data {"id"} of the configuration. The answer names its postback log.',
  async run({ actor, store, row, moment, parts }) {
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
    from_ts: stamp('P', { note: 'Postbacks made from then on; all that are kept when left out.' }),
    to_ts: stamp('P', { note: 'Until then, inclusive; now when left out.' }),
    postback_status_id: integer(1, 'P', {
      least: 1,
      most: 5,
      note: 'Only those; 4 and 5, what never arrived, when left out.',
    }),
    url: text(1, 512, 'P', { note: 'Another receiver; it gets no Basic credentials.' }),
  },
  returns: { schema: objectOf({ replayed: { type: 'integer' } }) },
  says: 'Sends postbacks that are over once more, oldest first, with the same data and webhook-id; 10,000 at a time.',
  async run({ actor, store, row, moment, input, parts: { poster, posted } }) {
    checkActive(row)
    const { from_ts, to_ts, postback_status_id, url } = input as Record<string, number | null> & {
      url: string | null
    }
    checkReplayUrl(poster, url)
    const statuses = postback_status_id ? [postback_status_id as number] : [4, 5]
    const again: Again = { from_ts: from_ts ?? 0, to_ts: to_ts ?? moment.seconds, statuses, ids: null, url }
    const ids = await store.transaction(actor, work => enqueueReplays(work, row, again, moment.seconds))
    if (ids.length > 0) posted()
    return { body: { postbackconfig: { id: row.id, replayed: ids.length } } }
  },
}

/** What these commands answer: the id of the configuration and these. */
function objectOf(properties: Record<string, JsonSchema>): JsonSchema {
  return {
    type: 'object',
    properties: { postbackconfig: { type: 'object', properties: { id: { type: 'string' }, ...properties } } },
  }
}

function checkActive({ is_active }: { is_active: boolean }): void {
  if (!is_active) throw invalidField('is_active', 'Is Active must be 1 before anything can be sent.')
}

/** A receiver of a replay is as little trusted as that of a configuration. */
function checkReplayUrl(poster: Poster, url: string | null): void {
  const text = url === null ? null : poster.objection(url)
  if (text) throw invalidField('url', `Url ${text}`)
}

/** The endpoints of configurations beside the five: another secret, a postback on trial, postbacks once more. */
export const postbackconfigCommands = [rotate, ping, replay]

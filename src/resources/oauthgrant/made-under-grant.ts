import type { Caller } from '../../definition/caller.ts'
import type { DomainEvent, Projection, UnitOfWork } from '../../definition/store.ts'
import { forbidden, unauthorized } from '../../lib/problem.ts'
import { postbackconfig } from '../postbackconfig/postbackconfig.ts'

/** Returns the grant that an integration acts under; null for everybody else. */
export function grantOf({ method, credential }: Caller): string | null {
  return method === 'oauth' ? (credential ?? null) : null
}

/** Throws 403 where an integration would change or use what it has not made under its grant. */
export function checkMade(caller: Caller, made: { oauthgrant_id: string | null }): void {
  const grant_id = grantOf(caller)
  if (grant_id !== null && made.oauthgrant_id !== grant_id)
    throw forbidden('An integration changes and uses only the postback configurations that it made itself.')
}

const HOLD = 'select 1 from oauthgrant where root_id = $1 and id = $2 and deleted_ts is null for share'

/**
 * Holds the caller's grant until the transaction ends, so that nothing is made under one that is ending. Throws 401.
 */
export async function holdGrant(work: UnitOfWork, grant_id: string): Promise<void> {
  if ((await work.query(HOLD, [work.actor.caller.root_id, grant_id])).length === 0) throw unauthorized()
}

const LOCK_MADE =
  'select id from postbackconfig where root_id = $1 and oauthgrant_id = $2 and deleted_ts is null order by id for update'

/** Records that an integration made for itself end with its grant, however the grant ends. */
export const grantProjections: Projection[] = [{ on: 'oauthgrant', verbs: ['deleted'], fold: removeMade }]

async function removeMade(work: UnitOfWork, { record_id, row }: DomainEvent): Promise<void> {
  await work.query(LOCK_MADE, [row.root_id, record_id])
  for (const made of await work.asRoot().all(postbackconfig, { oauthgrant_id: record_id }))
    await work.remove(postbackconfig, made)
}

const LOCK_OF_CLIENT = `
select c.id from postbackconfig c join oauthgrant g on g.root_id = c.root_id and g.id = c.oauthgrant_id
 where c.root_id = $1 and g.oauthclient_id = $2 and c.is_active and c.deleted_ts is null order by c.id for update of c`

/** Switches off what an integration made that is switched off itself; a user may switch it on again. */
export async function switchOffMade(work: UnitOfWork, oauthclient_id: string, disabled_ts: number): Promise<void> {
  const { root_id } = work.actor.caller
  const made = await work.query<{ id: string }>(LOCK_OF_CLIENT, [root_id, oauthclient_id])
  const set = { is_active: false, disabled_ts, disabled_reason: 'The integration that made it was switched off.' }
  for (const { id } of made) {
    const row = await work.asRoot().maybe(postbackconfig, id)
    if (row) await work.update(postbackconfig, row, set, { verb: 'disabled' })
  }
}

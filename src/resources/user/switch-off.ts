import { systemCaller, USER_TYPE } from '../../definition/caller.ts'
import type { Store, UnitOfWork } from '../../definition/store.ts'
import { oauthgrant } from '../oauthgrant/oauthgrant.ts'
import { user } from './user.ts'

/** Ends what a user has allowed integrations to do. */
export async function endGrants(work: UnitOfWork, user_id: string): Promise<void> {
  for (const { id } of await work.all(oauthgrant, { user_id })) {
    const grant = await work.lock(oauthgrant, id)
    if (grant) await work.remove(oauthgrant, grant)
  }
}

/** An administrator of the root who has come later; whoever came last of them stays, or nobody could let others in. */
const LATER_ADMINISTRATOR = `
select from "user" where root_id = $1 and primary_location_id = root_id and user_type_id between 1 and $2 and user_type_id <> $3
   and status_id = 1 and deleted_ts is null and (coalesce(last_active_ts, 0), id) > ($4, $5) limit 1`

/**
 * Switches a user off who has not come since `before`. Returns false when he has come meanwhile, or is the last
 * administrator of his merchant.
 */
export async function switchOff(
  store: Store,
  { id, root_id }: { id: string; root_id: string },
  before: number,
): Promise<boolean> {
  return store.transaction({ caller: systemCaller(root_id, 'inactivity') }, async work => {
    const row = await work.lock(user, id)
    if (row?.status_id !== 1 || row.last_active_ts === null || row.last_active_ts >= before) return false
    const administers = row.user_type_id <= USER_TYPE.admin && row.user_type_id !== USER_TYPE.contact
    if (administers && row.primary_location_id === root_id) {
      const values = [root_id, USER_TYPE.admin, USER_TYPE.contact, row.last_active_ts, id]
      if ((await work.query(LATER_ADMINISTRATOR, values)).length === 0) return false
    }
    await endGrants(work, id)
    await work.update(user, row, { status_id: 0 }, { verb: 'switched_off' })
    return true
  })
}

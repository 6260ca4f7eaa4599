import type { AccessLimits } from '../lib/access-scope.ts'

/** The kinds of user, by `user_type_id`. The contract names 250 (Client Admin); 0 is the gateway itself. */
export const USER_TYPE = { system: 0, contact: 100, admin: 250, manager: 300, clerk: 400, reader: 500 } as const

/** The values a user may have. */
export const USER_TYPES = [100, 200, 250, 300, 400, 500, 600, 700, 800, 900, 1000] as const

/** Who makes a request. By which method the caller was identified makes no difference from here on. */
export interface Caller extends AccessLimits {
  user_id: string | null
  user_type_id: number
  /** The caller's primary location; everything visible lies in its subtree. */
  location_id: string
  /** The root of the caller's location tree. */
  root_id: string
  /** True when the primary location is the root itself: the whole tree is visible. */
  sees_root: boolean
  zone: string
  /** How the caller came in, for the audit trail: `user-key`, `page`, `worker`, … */
  method: string
  /** Which key, token or grant was shown, by a name that is no secret; left out where there is none. */
  credential?: string | null
  address: string | null
  /** The id of the request, which its answer names; left out where there was none. */
  request_id?: string
}

/** The same caller, seeing the whole tree of the root. */
export function atRoot(caller: Caller): Caller {
  return { ...caller, location_id: caller.root_id, sees_root: true }
}

/** The gateway itself, acting inside one location tree: workers, resolvers and pay pages. */
export function systemCaller(
  root_id: string,
  method: string,
  zone = 'America/New_York',
  address: string | null = null,
): Caller {
  return { user_id: null, user_type_id: 0, location_id: root_id, root_id, sees_root: true, zone, method, address }
}

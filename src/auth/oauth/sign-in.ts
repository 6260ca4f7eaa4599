import type { Database } from '../../db/database.ts'
import { unauthorized } from '../../lib/problem.ts'
import { verifyPassword } from '../password.ts'

/** Signs somebody in by domain, username and password. Throws a Refusal whose text never says which part was wrong. */
export type SignIn = (
  login: { domain: string; username: string; password: string },
  address: string | null,
) => Promise<{ user_id: string }>

const BY_NAME = `select u.id as user_id, u.password_mark from branding_domain d
  join "user" u on u.domain_id = d.id and lower(u.username) = lower($2) and u.deleted_ts is null and u.status_id = 1
 where lower(d.url) = lower($1) and d.deleted_ts is null
 order by d.created_ts, d.id limit 1`

export function passwordSignIn(db: Database): SignIn {
  return async ({ domain, username, password }) => {
    const [user] = await db.query<{ user_id: string; password_mark: string | null }>(BY_NAME, [domain, username])
    const holds = await verifyPassword(password, user?.password_mark ?? null)
    if (!user || !holds) throw unauthorized('The domain, username or password is not right.')
    return { user_id: user.user_id }
  }
}

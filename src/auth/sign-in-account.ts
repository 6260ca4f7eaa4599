import type { SignedIn } from './sign-in.ts'

/** An active user as a sign-in looks at him. */
export interface Account extends SignedIn {
  password_mark: string | null
  password_spent: boolean
  requires_new_password: boolean
  login_locked_until_ts: number | null
}

/** Whether the right password would sign this user in now (Unix seconds). */
export function isOpen({ password_spent, login_locked_until_ts }: Account, seconds: number): boolean {
  return !password_spent && (login_locked_until_ts === null || login_locked_until_ts <= seconds)
}

/** Two merchants may use the same domain: who had it first is meant. */
export const FIND_ACCOUNT = `
select u.id as user_id, u.root_id, u.username, u.first_name, u.last_name, u.primary_location_id, u.user_type_id,
       coalesce(nullif(u.tz, ''), nullif(l.tz, ''), 'America/New_York') as zone,
       u.password_mark, u.password_spent, u.requires_new_password, u.login_locked_until_ts
  from branding_domain d
  join "user" u on u.domain_id = d.id and lower(u.username) = $2 and u.deleted_ts is null and u.status_id = 1
  join location l on l.id = u.primary_location_id and l.deleted_ts is null
 where lower(d.url) = $1 and d.deleted_ts is null
 order by d.created_ts, d.id
 limit 1`

/** Touches nothing when meanwhile the password was changed or used up, or the user was locked: of two sign-ins at once with a password for one use, one counts. */
export const NOTE_SIGN_IN = `
update "user"
   set login_attempts = 0, login_locked_until_ts = null, last_login_ts = $3, current_login = $4, current_login_ip = $5,
       password_spent = requires_new_password
 where id = $1 and password_mark = $2 and not password_spent and status_id = 1 and deleted_ts is null
   and (login_locked_until_ts is null or login_locked_until_ts <= $3)`

/** After a lock has ended counting starts anew; while it lasts nothing is counted, so that nobody can keep a user locked for ever. */
export const COUNT_FAILURE = `
update "user"
   set login_attempts = case when login_locked_until_ts is null then login_attempts + 1 else 1 end,
       login_locked_until_ts = case
         when (case when login_locked_until_ts is null then login_attempts + 1 else 1 end) >= $3 then $2::bigint + $4::bigint
       end
 where id = $1 and (login_locked_until_ts is null or login_locked_until_ts <= $2)`

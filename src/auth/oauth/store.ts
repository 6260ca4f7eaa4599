/** The OAuth 2.0 server: who may ask for what, codes and tokens. Never: a page, a password, the shape of a request. */

import { randomBytes } from 'node:crypto'
import type { Queryable } from '../../db/database.ts'
import type { Caller } from '../../definition/caller.ts'
import type { Cipher } from '../../ports/cipher.ts'
import { callerOf, USER_ROW, USER_ROW_FROM, type UserRow } from '../caller-of.ts'

/** A connection or an open transaction. */
export type Connection = Pick<Queryable, 'query'>

/** A registered integration. */
export interface OauthClient {
  id: string
  /** Empty for clients of the operator, which serve every merchant. */
  root_id: string
  name: string
  description: string
  homepage_url: string
  /** A `data:image/…` URL, or null. */
  logo: string | null
  redirect_urls: string[]
  is_public: boolean
  rotates_refresh_token: boolean
  client_secret_mark: string | null
}

/** What a code or a token stands for. */
export interface IssuedCredential {
  grant_id: string
  root_id: string
  oauthclient_id: string
  user_id: string
  /** Of the grant. */
  scope: string
  expires_ts: number | null
  /** When a code was redeemed or a refresh token was replaced. */
  used_up_ts: number | null
  /** False once the grant, the integration or the user is gone. */
  is_live: boolean
}

interface IssuedCode extends IssuedCredential {
  redirect_url: string
  code_challenge: string | null
}

type Purpose = 'oauth_code' | 'oauth_access' | 'oauth_refresh'

/** Begins every access token, so that one can be recognised in a request or a leaked file. */
export const ACCESS_PREFIX = 'tga_'
const PREFIX: Record<Purpose, string> = { oauth_code: '', oauth_access: ACCESS_PREFIX, oauth_refresh: 'tgr_' }

/** Returns a token of 256 random bits; only letters, digits and an underscore, which no encoding changes. */
export function newToken(purpose: Purpose): string {
  return PREFIX[purpose] + randomBytes(32).toString('hex')
}

/**
 * Returns the token that follows this refresh token. It is derived under a key of the gateway instead of made up, so
 * that clients which show one refresh token several times at once, or lost the answer, get the same answer.
 */
export function nextToken(
  cipher: Pick<Cipher, 'fingerprint'>,
  purpose: 'oauth_access' | 'oauth_refresh',
  refresh_token: string,
): string {
  return PREFIX[purpose] + cipher.fingerprint(`${purpose}_after`, refresh_token)
}

/** Returns every form of the keyed hash under which a code or token may be stored. */
export function marksOf(cipher: Pick<Cipher, 'fingerprints'>, purpose: Purpose, token: string): string[] {
  return cipher.fingerprints(purpose, token)
}

/** Returns the keyed hash under which a new code or token is stored. */
export function markOf(cipher: Pick<Cipher, 'fingerprint'>, purpose: Purpose, token: string): string {
  return cipher.fingerprint(purpose, token)
}

const ID = /^[0-9a-f]{24}$/

const CLIENT = `select id, root_id, name, description, homepage_url, logo, redirect_urls, is_public,
  rotates_refresh_token, client_secret_mark
  from oauthclient where id = $1 and active and deleted_ts is null`

export async function findClient(db: Connection, id: string): Promise<OauthClient | null> {
  if (!ID.test(id)) return null
  return (await db.query<OauthClient>(CLIENT, [id]))[0] ?? null
}

/** Whether an integration had this id that was switched off or removed since. */
export async function isWithdrawn(db: Connection, id: string): Promise<boolean> {
  if (!ID.test(id)) return false
  const text = 'select 1 from oauthclient where id = $1 and (not active or deleted_ts is not null)'
  return (await db.query(text, [id])).length > 0
}

const ISSUED_FROM = `join oauthgrant g on g.id = t.grant_id
  left join oauthclient c on c.id = g.oauthclient_id and c.active and c.deleted_ts is null
  left join (select u.id from ${USER_ROW_FROM}) p on p.id = g.user_id`
const ISSUED = `t.grant_id, t.expires_ts, g.root_id, g.oauthclient_id, g.user_id, g.scope,
  g.deleted_ts is null and c.id is not null and p.id is not null as is_live`

export async function findCode(db: Connection, marks: readonly string[]): Promise<IssuedCode | null> {
  const text = `select ${ISSUED}, t.used_ts as used_up_ts, t.redirect_url, t.code_challenge
    from oauth_code t ${ISSUED_FROM} where t.mark = any($1)`
  return (await db.query<IssuedCode>(text, [marks]))[0] ?? null
}

export async function findToken(
  db: Connection,
  marks: readonly string[],
  kind: 'access' | 'refresh',
): Promise<IssuedCredential | null> {
  const text = `select ${ISSUED}, t.replaced_ts as used_up_ts
    from oauth_token t ${ISSUED_FROM} where t.mark = any($1) and t.kind = $2`
  return (await db.query<IssuedCredential>(text, [marks, kind]))[0] ?? null
}

export async function storeCode(
  db: Connection,
  code: {
    mark: string
    grant_id: string
    root_id: string
    redirect_url: string
    code_challenge: string | null
    expires_ts: number
  },
): Promise<void> {
  await db.query(
    'insert into oauth_code (mark, grant_id, root_id, redirect_url, code_challenge, expires_ts) values ($1, $2, $3, $4, $5, $6)',
    [code.mark, code.grant_id, code.root_id, code.redirect_url, code.code_challenge, code.expires_ts],
  )
}

/** Marks a code as used. Returns false when it was used before. */
export async function redeemCode(db: Connection, marks: readonly string[], seconds: number): Promise<boolean> {
  const text = 'update oauth_code set used_ts = $2 where mark = any($1) and used_ts is null returning mark'
  return (await db.query(text, [marks, seconds])).length === 1
}

/** Marks a refresh token as replaced. Returns false when it was replaced before. */
export async function replaceRefreshToken(db: Connection, marks: readonly string[], seconds: number): Promise<boolean> {
  const text = `update oauth_token set replaced_ts = $2
    where mark = any($1) and kind = 'refresh' and replaced_ts is null returning mark`
  return (await db.query(text, [marks, seconds])).length === 1
}

interface NewToken {
  mark: string
  /** Every form of the mark. */
  marks: readonly string[]
  grant_id: string
  root_id: string
  kind: 'access' | 'refresh'
  expires_ts: number | null
  created_ts: number
  /** The refresh token that was replaced for it. */
  predecessor: string | null
}

/** Stores a token. One that was stored for the same refresh token before lasts as long as the new answer says. */
export async function storeToken(db: Connection, token: NewToken): Promise<void> {
  await db.query(
    `with known as (
       update oauth_token set expires_ts = $5 where mark = any($8) and grant_id = $2 and root_id = $3 returning mark)
     insert into oauth_token (mark, grant_id, root_id, kind, expires_ts, created_ts, predecessor)
     select $1, $2, $3, $4, $5::bigint, $6, $7 where not exists (select from known)`,
    [
      ...[token.mark, token.grant_id, token.root_id, token.kind, token.expires_ts, token.created_ts],
      ...[token.predecessor, token.marks],
    ],
  )
}

/** How long an answer may have been lost on its way: its refresh token may be shown again meanwhile. */
const RETRY_SECONDS = 30

/** By each form of the mark, because rows are brought to another form one after the other. */
const SUCCESSOR_USED = `exists (select from oauth_token s where s.root_id = t.root_id and s.grant_id = t.grant_id
  and s.predecessor = any($1) and s.kind = 'refresh' and s.replaced_ts is not null and not s.withdrawn)`

/**
 * Whether a refresh token that was replaced may be shown once more: it was a moment ago, and of what it was replaced
 * with nobody has used anything.
 */
export async function isRetry(db: Connection, marks: readonly string[], seconds: number): Promise<boolean> {
  const text = `select from oauth_token t where t.mark = any($1) and t.kind = 'refresh' and not t.withdrawn
    and t.replaced_ts > $2 and not ${SUCCESSOR_USED}`
  return (await db.query(text, [marks, seconds - RETRY_SECONDS])).length === 1
}

/**
 * Withdraws what this refresh token was replaced with before, but for `kept`. Locks it, so that of two retries one
 * comes after. Returns false when its successor was used meanwhile.
 */
export async function withdrawSuccessors(
  db: Connection,
  marks: readonly string[],
  seconds: number,
  kept: readonly string[],
): Promise<boolean> {
  await db.query('select from oauth_token where mark = any($1) for update', [marks])
  await db.query(
    `update oauth_token s set replaced_ts = $2, withdrawn = true from oauth_token t
      where t.mark = any($1) and s.grant_id = t.grant_id and s.predecessor = any($1) and s.kind = 'refresh' and s.replaced_ts is null
        and s.mark <> all($3)`,
    [marks, seconds, kept],
  )
  await db.query(
    `delete from oauth_token s using oauth_token t
      where t.mark = any($1) and s.grant_id = t.grant_id and s.predecessor = any($1) and s.kind = 'access'
        and s.mark <> all($2)`,
    [marks, kept],
  )
  return (
    (await db.query(`select from oauth_token t where t.mark = any($1) and ${SUCCESSOR_USED}`, [marks])).length === 0
  )
}

export async function deleteToken(db: Connection, marks: readonly string[]): Promise<void> {
  await db.query('delete from oauth_token where mark = any($1)', [marks])
}

export interface Bearer extends UserRow {
  grant_id: string
  scope: string
  expires_ts: number
}

const BEARER = `select ${USER_ROW}, t.grant_id, g.scope, t.expires_ts from oauth_token t
  join oauthgrant g on g.id = t.grant_id and g.deleted_ts is null
  join oauthclient c on c.id = g.oauthclient_id and c.active and c.deleted_ts is null
  join (${USER_ROW_FROM}) on u.id = g.user_id
 where t.mark = any($1) and t.kind = 'access'`

/** Returns the user of an access token; null once grant, integration or user is gone. The caller checks the expiry. */
export async function findBearer(db: Connection, marks: readonly string[]): Promise<Bearer | null> {
  return (await db.query<Bearer>(BEARER, [marks]))[0] ?? null
}

/** The user an integration acts for, as the pages show and check him. */
export interface ResourceOwner {
  id: string
  root_id: string
  caller: Caller
  username: string
  /** Null when he has no password. */
  password_mark: string | null
  second_factor_sealed: string | null
  /** Null when he has none in use. */
  second_factor_ts: number | null
  second_factor_step: number | null
  recovery_code_marks: string[] | null
  /** When his keys were made; null where he has none. */
  user_api_key_ts: number | null
  user_hash_key_ts: number | null
}

type OwnerRow = UserRow & Omit<ResourceOwner, 'caller'>

const OWNER = `select ${USER_ROW}, u.username, u.password_mark, u.second_factor_sealed, u.second_factor_ts, u.second_factor_step,
  u.recovery_code_marks, u.user_api_key_ts, u.user_hash_key_ts from ${USER_ROW_FROM} where u.id = $1`

/** Returns an active user as a caller who signed in on a page. */
export async function findOwner(
  db: Connection,
  user_id: string,
  address: string | null,
): Promise<ResourceOwner | null> {
  const [row] = await db.query<OwnerRow>(OWNER, [user_id])
  return row ? { ...row, caller: { ...callerOf(row, 'oauth-page', null), address } } : null
}

/** An integration that a user has granted access, however often he granted it. */
export interface Integration {
  oauthclient_id: string
  name: string
  homepage_url: string
  granted_ts: number
  used_ts: number | null
  grant_ids: string[]
}

const INTEGRATIONS = `select g.oauthclient_id, c.name, c.homepage_url, min(g.created_ts) as granted_ts,
  max(t.created_ts) as used_ts, array_agg(distinct g.id) as grant_ids
  from oauthgrant g
  join oauthclient c on c.id = g.oauthclient_id
  join oauth_token t on t.grant_id = g.id
 where g.user_id = $1 and g.deleted_ts is null and c.deleted_ts is null
 group by g.oauthclient_id, c.name, c.homepage_url
 order by c.name`

/** Returns the integrations that hold a token of this user. */
export function integrationsOf(db: Connection, user_id: string): Promise<Integration[]> {
  return db.query<Integration>(INTEGRATIONS, [user_id])
}

/** How long a code is kept after its expiry, so that its second use is noticed. */
const KEPT_SECONDS = 24 * 60 * 60

/** Deletes codes and tokens that no longer work. Replaced refresh tokens stay as long as their grant. */
export async function purgeOauth(db: Connection, seconds: number): Promise<void> {
  await db.query('delete from oauth_code where expires_ts < $1', [seconds - KEPT_SECONDS])
  await db.query('delete from oauth_token where expires_ts < $1', [seconds])
  await db.query(`delete from oauth_token where grant_id in (select id from oauthgrant where deleted_ts < $1)`, [
    seconds - KEPT_SECONDS,
  ])
}

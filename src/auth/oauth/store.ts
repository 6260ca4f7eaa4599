/** The OAuth 2.0 server: who may ask for what, codes and tokens. Never: a page, a password, the shape of a request. */

import { randomBytes } from 'node:crypto'
import type { Queryable } from '../../db/database.ts'
import type { Cipher } from '../../ports/cipher.ts'
import { USER_ROW, USER_ROW_FROM, type UserRow } from '../user-caller.ts'

/** A registered integration. */
export interface OauthClient {
  id: string
  /** Empty for those of the operator, which serve every merchant. */
  root_id: string
  name: string
  description: string
  homepage_url: string
  redirect_urls: string[]
  is_public: boolean
  client_secret_mark: string | null
}

/** A connection or an open transaction. */
export type Asks = Pick<Queryable, 'query'>

/** What a code or a token stands for. */
export interface Held {
  grant_id: string
  root_id: string
  oauthclient_id: string
  user_id: string
  expires_ts: number | null
  /** When it was used up: a code that was redeemed, a refresh token that was replaced. */
  spent_ts: number | null
  /** False once the grant, the integration or the user is gone. */
  lives: boolean
}

export interface HeldCode extends Held {
  redirect_url: string
  code_challenge: string | null
}

export type Purpose = 'oauth_code' | 'oauth_access' | 'oauth_refresh'

/** Begins every access token, so that one is known for what it is wherever it is shown. */
export const ACCESS_PREFIX = 'tga_'
const PREFIX: Record<Purpose, string> = { oauth_code: '', oauth_access: ACCESS_PREFIX, oauth_refresh: 'tgr_' }

/** 256 bits of chance; only letters, digits and an underscore, which no encoding changes. */
export function newToken(purpose: Purpose): string {
  return PREFIX[purpose] + randomBytes(32).toString('hex')
}

/** What is kept of a code or token. */
export function markOf(cipher: Pick<Cipher, 'fingerprint'>, purpose: Purpose, token: string): string {
  return cipher.fingerprint(purpose, token)
}

const CLIENT = `select id, root_id, name, description, homepage_url, redirect_urls, is_public, client_secret_mark
  from oauthclient where id = $1 and active and deleted_ts is null`

export async function findClient(db: Asks, id: string): Promise<OauthClient | null> {
  if (!/^[0-9a-f]{24}$/.test(id)) return null
  return (await db.query<OauthClient>(CLIENT, [id]))[0] ?? null
}

const HELD_FROM = `join oauthgrant g on g.id = t.grant_id
  left join oauthclient c on c.id = g.oauthclient_id and c.active and c.deleted_ts is null
  left join (select u.id from ${USER_ROW_FROM}) p on p.id = g.user_id`
const HELD = `t.grant_id, t.expires_ts, g.root_id, g.oauthclient_id, g.user_id,
  g.deleted_ts is null and c.id is not null and p.id is not null as lives`

export async function findCode(db: Asks, mark: string): Promise<HeldCode | null> {
  const text = `select ${HELD}, t.used_ts as spent_ts, t.redirect_url, t.code_challenge from oauth_code t ${HELD_FROM} where t.mark = $1`
  return (await db.query<HeldCode>(text, [mark]))[0] ?? null
}

export async function findToken(db: Asks, mark: string, kind: 'access' | 'refresh'): Promise<Held | null> {
  const text = `select ${HELD}, t.replaced_ts as spent_ts from oauth_token t ${HELD_FROM} where t.mark = $1 and t.kind = $2`
  return (await db.query<Held>(text, [mark, kind]))[0] ?? null
}

export async function keepCode(
  db: Asks,
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

/** False when somebody else was first. */
export async function spendCode(db: Asks, mark: string, seconds: number): Promise<boolean> {
  const text = 'update oauth_code set used_ts = $2 where mark = $1 and used_ts is null returning mark'
  return (await db.query(text, [mark, seconds])).length === 1
}

/** False when somebody else was first. */
export async function spendRefresh(db: Asks, mark: string, seconds: number): Promise<boolean> {
  const text = `update oauth_token set replaced_ts = $2 where mark = $1 and kind = 'refresh' and replaced_ts is null returning mark`
  return (await db.query(text, [mark, seconds])).length === 1
}

export async function keepToken(
  db: Asks,
  token: {
    mark: string
    grant_id: string
    root_id: string
    kind: 'access' | 'refresh'
    expires_ts: number | null
    created_ts: number
  },
): Promise<void> {
  await db.query(
    'insert into oauth_token (mark, grant_id, root_id, kind, expires_ts, created_ts) values ($1, $2, $3, $4, $5, $6)',
    [token.mark, token.grant_id, token.root_id, token.kind, token.expires_ts, token.created_ts],
  )
}

export async function dropToken(db: Asks, mark: string): Promise<void> {
  await db.query('delete from oauth_token where mark = $1', [mark])
}

export interface Bearer extends UserRow {
  grant_id: string
  expires_ts: number
}

const BEARER = `select ${USER_ROW}, t.grant_id, t.expires_ts from oauth_token t
  join oauthgrant g on g.id = t.grant_id and g.deleted_ts is null
  join oauthclient c on c.id = g.oauthclient_id and c.active and c.deleted_ts is null
  join (${USER_ROW_FROM}) on u.id = g.user_id
 where t.mark = $1 and t.kind = 'access'`

/** Whose access token this is, while grant, integration and user are there. */
export async function findBearer(db: Asks, mark: string): Promise<Bearer | null> {
  return (await db.query<Bearer>(BEARER, [mark]))[0] ?? null
}

/** What one page of a user's integrations shows: one line for each integration, however often he granted it. */
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

/** The integrations that hold a token of this user. */
export function integrationsOf(db: Asks, user_id: string): Promise<Integration[]> {
  return db.query<Integration>(INTEGRATIONS, [user_id])
}

/** How long a code is remembered after its end, so that its second use is noticed. */
const REMEMBER_SECONDS = 24 * 60 * 60

/** Forgets what nobody can use any more. Replaced refresh tokens stay as long as their grant. */
export async function sweepOauth(db: Asks, seconds: number): Promise<void> {
  await db.query('delete from oauth_code where expires_ts < $1', [seconds - REMEMBER_SECONDS])
  await db.query('delete from oauth_token where expires_ts < $1', [seconds])
  await db.query(`delete from oauth_token where grant_id in (select id from oauthgrant where deleted_ts < $1)`, [
    seconds - REMEMBER_SECONDS,
  ])
}

/** A column of stored fingerprints that outlive a day, and under which purpose each of them was made. */
export interface FingerprintColumn {
  table: string
  column: string
  /** The column that tells rows apart, by which they are gone through. */
  id: string
  /** SQL of the purpose. */
  purpose: string
  /** Holds several in each row. */
  is_list?: true
  /** Keeps the former fingerprint beside the new one, while it is still taken. */
  before?: string
  /** What else names the fingerprint, as a statement over `anew (id, was, mark, before)`. */
  also?: string
}

/**
 * Every one of them; a test compares this list with the database. What is not listed ends by itself within a day:
 * tokens of 15 minutes, codes, uses of signatures, Idempotency-Keys, views and tries that were counted.
 */
export const FINGERPRINT_COLUMNS: readonly FingerprintColumn[] = [
  {
    table: 'instrument',
    column: 'fingerprint',
    id: 'id',
    purpose: `case payment_method when 'cc' then 'card' else 'bank' end`,
    before: 'fingerprint_before',
  },
  {
    table: '"user"',
    column: 'user_api_key_mark',
    id: 'id',
    purpose: `'api_key'`,
    // A key is named by the beginning of its fingerprint, and known where it was used.
    also: `update key_place p set credential = left(anew.mark, 12) from anew, "user" u
            where u.id = anew.id and p.root_id = u.root_id and p.credential = left(anew.was, 12)
              and not exists (select from key_place n where (n.root_id, n.credential, n.kind, n.place) = (p.root_id, left(anew.mark, 12), p.kind, p.place))`,
  },
  {
    table: '"user"',
    column: 'recovery_code_marks',
    id: 'id',
    purpose: `'recovery_code'`,
    is_list: true,
  },
  { table: 'location', column: 'location_api_key_mark', id: 'id', purpose: `'location_api_key'` },
  { table: 'location', column: 'ticket_hash_key_mark', id: 'id', purpose: `'ticket_hash_key'` },
  { table: 'hostedpaymentpage', column: 'encryption_key_mark', id: 'id', purpose: `'encryption_key'` },
  { table: 'oauthclient', column: 'client_secret_mark', id: 'id', purpose: `'oauth_client_secret'` },
  { table: 'oauth_token', column: 'predecessor', id: 'mark', purpose: `'oauth_refresh'` },
  { table: 'oauth_token', column: 'mark', id: 'mark', purpose: `'oauth_' || kind` },
  { table: 'setting_mark', column: 'mark', id: 'name', purpose: `'setting'` },
]

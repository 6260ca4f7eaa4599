/** What a key or a grant may be limited to. Each lets its holder read what the user may read. */
export const ACCESS_SCOPES = ['read', 'invoices', 'payments'] as const
export type AccessScope = (typeof ACCESS_SCOPES)[number]

/** How a caller is limited beyond what his type of user may do; all of it is left out where he is not. */
export interface AccessLimits {
  /** What the key or grant is for. */
  scopes?: readonly AccessScope[]
  /** Set for a key with a scope, an end or addresses: it makes no access beyond itself. */
  limited_key?: true
  /** Set for a user who may open hosted forms and nothing else. */
  forms_only?: true
}

/**
 * Parses scopes separated by spaces. `everything` is the word for no limit: `all` for keys, `api` for grants (contract
 * 5.5). Returns null where a word is unknown, repeated or stands beside `everything`.
 */
export function parseScopes(text: string, everything: string): readonly AccessScope[] | 'everything' | null {
  const words = text.trim().split(/ +/)
  if (words.length === 1 && words[0] === everything) return 'everything'
  const isKnown = words.every(word => (ACCESS_SCOPES as readonly string[]).includes(word))
  return isKnown && new Set(words).size === words.length ? (words as AccessScope[]) : null
}

/** Returns the limits of what is stored, for a caller: nothing where there are none. */
export function storedScopes(text: string | null, everything: string): { scopes?: readonly AccessScope[] } {
  const scopes = parseScopes(text ?? everything, everything)
  if (scopes === 'everything') return {}
  // A word that this version does not know allows nothing but reading.
  return { scopes: scopes ?? ['read'] }
}

const LOOPBACK = new Set(['127.0.0.1', '[::1]', 'localhost'])

/**
 * Why an address cannot be one to which codes are sent, or null. https; plain http only to the machine the browser runs on
 * (RFC 8252, 7.3); an application's own scheme, which has a dot in it (7.1), only where `is_public`. No fragment, which a
 * browser would keep and a server never see (RFC 6749, 3.1.2), and no name and password.
 */
export function redirectUrlProblem(text: string, is_public: boolean): string | null {
  if (!/^[\x21-\x7e]+$/.test(text) || !URL.canParse(text)) return 'must be a complete address.'
  const url = new URL(text)
  if (text.includes('#')) return 'must have no fragment.'
  if (url.username || url.password) return 'must have no name and password.'
  if (url.protocol === 'https:') return null
  if (url.protocol === 'http:' && LOOPBACK.has(url.hostname)) return null
  if (is_public && /^[a-z][a-z0-9-]*(\.[a-z0-9-]+)+:$/.test(url.protocol)) return null
  return 'must be https, or http on the loopback address.'
}

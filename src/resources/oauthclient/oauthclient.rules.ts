import { type ProblemList, rulesOf } from '../../definition/rules.ts'
import { oauthclient } from './oauthclient.ts'

const { rules, accept, refuse } = rulesOf(oauthclient)

export function checkRedirects(
  urls: readonly string[] | undefined,
  is_public: boolean,
  problems: ProblemList<typeof oauthclient>,
): void {
  if (!urls) return
  if (urls.length === 0) problems.add('redirect_urls', 'Redirect Urls cannot be blank.')
  for (const url of urls) {
    const problem = redirectUrlProblem(url, is_public)
    if (problem) problems.add('redirect_urls', `Redirect Urls ${problem}`)
  }
}

export const oauthclientRules = rules({
  update: {
    decide(row, change) {
      const problem = (change.redirect_urls ?? []).map(url => redirectUrlProblem(url, row.is_public)).find(Boolean)
      if (problem) return refuse('redirect_urls', `Redirect Urls ${problem}`)
      if (change.redirect_urls?.length === 0) return refuse('redirect_urls', 'Redirect Urls cannot be blank.')
      return accept({})
    },
  },
})

const LOOPBACK = new Set(['127.0.0.1', '[::1]', 'localhost'])

/**
 * Returns why codes cannot be sent to an address, or null. Allowed are https; plain http only to the machine the
 * browser runs on (RFC 8252, 7.3); a private scheme, which contains a dot (7.1), only for public clients. A fragment
 * would never reach the server (RFC 6749, 3.1.2).
 */
function redirectUrlProblem(text: string, is_public: boolean): string | null {
  if (!/^[\x21-\x7e]+$/.test(text) || !URL.canParse(text)) return 'must be a complete address.'
  const url = new URL(text)
  if (text.includes('#')) return 'must have no fragment.'
  if (url.username || url.password) return 'must have no name and password.'
  if (url.protocol === 'https:') return null
  if (url.protocol === 'http:' && LOOPBACK.has(url.hostname)) return null
  if (is_public && /^[a-z][a-z0-9-]*(\.[a-z0-9-]+)+:$/.test(url.protocol)) return null
  return 'must be https, or http on the loopback address.'
}

import { type ProblemList, rulesOf } from '../../definition/rules.ts'
import { redirectUrlProblem } from '../../lib/redirect-url.ts'
import { oauthclient } from './oauthclient.ts'

const { rules, accept, refuse } = rulesOf(oauthclient)

/** Told together with everything else that is wrong. A program that keeps a secret has no address of its own scheme. */
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

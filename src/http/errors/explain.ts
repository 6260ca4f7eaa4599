import type { ExplainedError } from './explained-error.ts'
import { OAUTH_ERRORS } from './oauth-errors.ts'
import { RULE_ERRORS } from './rule-errors.ts'
import { STATUS_ERRORS } from './status-errors.ts'

/** The page of a refusal whose fields are wrong in several ways. */
export const SEVERAL = 'unprocessable-entity'

/** The path of an error's page, below the public address. */
function pageOf(name: string): string {
  return `/docs/errors/${name}`
}

interface ErrorBody {
  errors?: Record<string, string[]>
  message?: string
  error?: string
  hints?: string[]
  request_id?: string
}

/**
 * Returns the body of an error with the id of its request and the address of the page that explains it; every other
 * text as it is. Called for refused requests only.
 */
export function explainedBody(
  text: string,
  answer: { status: number; request_id: string; public_url: string },
): string {
  if (!/^\{"(?:errors|name|error)":/.test(text)) return text
  const body = JSON.parse(text) as ErrorBody
  // The stored answer to an Idempotency-Key names the request that it is the answer to.
  if (body.request_id !== undefined) return text
  const page = `${answer.public_url}${pageOf(nameOf(body, answer.status))}`
  const also = body.error === undefined ? { request_id: answer.request_id, doc_url: page } : { error_uri: page }
  return JSON.stringify({ ...body, ...also })
}

/** Returns the name of the page that explains an error. */
function nameOf({ errors, message = '', error, hints = [] }: ErrorBody, status: number): string {
  if (error !== undefined) return named(OAUTH_ERRORS, error)
  if (!errors)
    return named(
      STATUS_ERRORS.filter(each => each.status.includes(status)),
      message,
    )
  const [hint] = hints
  if (hint !== undefined) return named(RULE_ERRORS, hint)
  const names = new Set(
    Object.values(errors)
      .flat()
      .map(each => named(RULE_ERRORS, each)),
  )
  return names.size === 1 ? [...names][0]! : SEVERAL
}

function named(errors: readonly ExplainedError[], text: string): string {
  return (errors.find(({ says }) => says === undefined || says.test(text)) ?? STATUS_ERRORS[0]!).name
}

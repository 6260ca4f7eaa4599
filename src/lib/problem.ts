/** Problems by field, the only form in which input is refused. */
export type Problems = Record<string, string[]>

/** An expected refusal. Every other exception is a bug and results in a 500 without detail. */
export class Refusal extends Error {
  readonly status: number
  readonly problems: Problems | null
  readonly headers: Record<string, string>
  /** What the caller most likely got wrong, as sentences. */
  readonly hints: readonly string[]

  constructor(
    status: number,
    message: string,
    problems: Problems | null = null,
    headers: Record<string, string> = {},
    hints: readonly string[] = [],
  ) {
    super(message)
    this.name = 'Refusal'
    this.status = status
    this.problems = problems
    this.headers = headers
    this.hints = hints
  }
}

/**
 * The gateway's own code tried to write a reference that its caller may not use. This is a bug, so it results in a
 * logged 500 and never in a refusal that blames the caller.
 */
export class InternalFault extends Error {
  override readonly name = 'InternalFault'
}

/**
 * 503: it cannot be done at this moment. Unlike a refusal this says nothing about the request, so no decision may be
 * based on it.
 */
export class Unavailable extends Error {
  /** False where it may have been done all the same, because the confirmation of a commit was lost. */
  readonly is_undone: boolean
  /** Seconds. */
  readonly retry_after = 2

  /** `cause`: what the log says of it. */
  constructor(is_undone: boolean, cause: object) {
    super(is_undone ? UNDONE : UNCONFIRMED, { cause })
    this.name = 'Unavailable'
    this.is_undone = is_undone
  }
}

const UNDONE = 'The gateway cannot do this at the moment; send the request again.'
const UNCONFIRMED =
  'The database was lost while this was being stored. Look whether it was, or send it again under its Idempotency-Key.'

/** 499: whoever asked has gone. No status of a standard, and seen by nobody: what proxies write into their logs. */
export function clientGone(): Refusal {
  return new Refusal(499, 'The client has closed the connection.')
}

/** 422: the input is invalid; names every failing field. */
export function invalid(problems: Problems, status = 422): Refusal {
  return new Refusal(status, 'validation failed', problems)
}

export function invalidField(field: string, text: string, status = 422): Refusal {
  return invalid({ [field]: [text] }, status)
}

/** 422: the field names a record that is not there, or none that can be used here. */
export function notValid(field: string): Refusal {
  return invalidField(field, `${field} provided is not valid`)
}

/** 422: the field names an account whose number is erased by now. */
export function notKept(field: string): Refusal {
  return invalidField(field, 'The account of this payment is no longer stored; give it again.')
}

/** 404: also for records of others, so that their existence does not leak. */
export function notFound(message = 'The requested record does not exist.'): Refusal {
  return new Refusal(404, message)
}

/** 401: `hint` says which header is missing or wrong, and never whether what it names exists. */
export function unauthorized(message = 'Your request was made with invalid credentials.', hint?: string): Refusal {
  return new Refusal(401, message, null, {}, hint === undefined ? [] : [hint])
}

export function forbidden(message = 'You are not allowed to perform this action.'): Refusal {
  return new Refusal(403, message)
}

/** Adds a text to a field. */
export function addProblem(problems: Problems, field: string, text: string): void {
  // Callers choose field names, `constructor` among them.
  const texts = Object.hasOwn(problems, field) ? problems[field]! : []
  texts.push(text)
  problems[field] = texts
}

/** Returns the name of a field in messages: `Cc Product Transaction Id`. */
export function label(field: string): string {
  return field
    .split('_')
    .map(word => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')
}

/** Texts per field, the only shape in which input is refused. */
export type Problems = Record<string, string[]>

/** An expected refusal. Everything else that is thrown is a bug and answers 500 without detail. */
export class Refusal extends Error {
  readonly status: number
  readonly problems: Problems | null
  readonly headers: Record<string, string>

  constructor(status: number, message: string, problems: Problems | null = null, headers: Record<string, string> = {}) {
    super(message)
    this.name = 'Refusal'
    this.status = status
    this.problems = problems
    this.headers = headers
  }
}

/** 422: what was sent does not fit; every failing field at once. */
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

/** 404: also for records that exist and belong to somebody else, so that nothing leaks. */
export function notFound(message = 'The requested record does not exist.'): Refusal {
  return new Refusal(404, message)
}

export function unauthorized(message = 'Your request was made with invalid credentials.'): Refusal {
  return new Refusal(401, message)
}

export function forbidden(message = 'You are not allowed to perform this action.'): Refusal {
  return new Refusal(403, message)
}

/** Adds one text to one field of a problem list. */
export function addProblem(problems: Problems, field: string, text: string): void {
  // Field names come from callers too: `constructor` must be a field like any other.
  const texts = Object.hasOwn(problems, field) ? problems[field]! : []
  texts.push(text)
  problems[field] = texts
}

/** `cc_product_transaction_id` reads `Cc Product Transaction Id` in messages. */
export function label(field: string): string {
  return field
    .split('_')
    .map(word => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')
}

import { isDeepStrictEqual } from 'node:util'
import { type Answer, type Json, shortened } from './client.ts'

/** A statement that does not hold, in one line. */
export class ExpectationError extends Error {}

const LONGEST_VALUE = 120

export function that(condition: unknown, what: string): asserts condition {
  if (!condition) throw new ExpectationError(what)
}

export function same(actual: unknown, expected: unknown, what: string): void {
  if (!isDeepStrictEqual(actual, expected))
    throw new ExpectationError(`${what}: expected ${show(expected)}, got ${show(actual)}`)
}

export function different(actual: unknown, unwanted: unknown, what: string): void {
  if (isDeepStrictEqual(actual, unwanted)) throw new ExpectationError(`${what}: must not be ${show(unwanted)}`)
}

export function matches(actual: unknown, pattern: RegExp, what: string): void {
  if (typeof actual !== 'string' || !pattern.test(actual)) {
    throw new ExpectationError(`${what}: expected text like ${pattern.source}, got ${show(actual)}`)
  }
}

/** Expects this status and returns the answer. */
export function answered(answer: Answer, status: number): Answer {
  if (answer.status !== status) {
    throw new ExpectationError(
      `${answer.asked} answered ${answer.status}, expected ${status}: ${shortened(answer.text, LONGEST_VALUE)}`,
    )
  }
  return answer
}

/** Expects a 422 with `errors`; the fields that are named here have to be among them. */
export function refused(answer: Answer, ...fields: string[]): Json {
  answered(answer, 422)
  const { errors } = (answer.body ?? {}) as Json
  that(
    isErrors(errors),
    `${answer.asked} answered 422 without errors by field: ${shortened(answer.text, LONGEST_VALUE)}`,
  )
  for (const field of fields) {
    that(
      Object.hasOwn(errors, field),
      `${answer.asked} was refused for ${Object.keys(errors).join(', ')}, not for ${field}`,
    )
  }
  return errors
}

function isErrors(errors: Json): boolean {
  if (typeof errors !== 'object' || errors === null || Array.isArray(errors)) return false
  const lists = Object.values(errors)
  return lists.length > 0 && lists.every(texts => Array.isArray(texts) && texts.every(text => typeof text === 'string'))
}

/** Expects a refusal, with a body of one of the two documented shapes. */
export function refusedWith(answer: Answer, ...statuses: number[]): void {
  if (statuses.length > 0) {
    that(
      statuses.includes(answer.status),
      `${answer.asked} answered ${answer.status}, expected ${statuses.join(' or ')}: ${shortened(answer.text, LONGEST_VALUE)}`,
    )
  }
  that(answer.status >= 400 && answer.status < 500, `${answer.asked} answered ${answer.status}, expected a refusal`)
  const problem = errorShapeProblem(answer)
  that(problem === null, `${answer.asked}: ${problem}`)
}

/** Returns what is wrong with the shape of an error answer, or null. */
export function errorShapeProblem(answer: {
  status: number
  headers: { get(name: string): string | null }
  body: Json
}): string | null {
  const type = answer.headers.get('content-type') ?? ''
  if (!type.startsWith('application/json')) return `an error of type "${type}" instead of JSON`
  const body = answer.body as Json
  if (typeof body !== 'object' || body === null) return 'an error without a JSON object'
  if (isErrors(body.errors)) {
    return answer.status === 422 || answer.status === 409 ? null : `errors by field with status ${answer.status}`
  }
  const isPlain = typeof body.name === 'string' && typeof body.message === 'string' && typeof body.code === 'number'
  if (!isPlain) return `an error body of another shape: ${shortened(JSON.stringify(body), LONGEST_VALUE)}`
  return body.status === answer.status
    ? null
    : `an error body of status ${body.status} in an answer of ${answer.status}`
}

/** Returns the record under the one key of its resource. */
export function record(answer: Answer, noun: string, status?: number): Json {
  if (status !== undefined) answered(answer, status)
  same(Object.keys((answer.body ?? {}) as object), [noun], `the keys of the answer to ${answer.asked}`)
  return answer.body[noun]
}

/** The records of a list. */
export function records(answer: Answer, plural: string): Json[] {
  answered(answer, 200)
  same(
    Object.keys((answer.body ?? {}) as object).toSorted(),
    ['meta', plural].toSorted(),
    `the keys of the answer to ${answer.asked}`,
  )
  that(Array.isArray(answer.body[plural]), `${plural} of ${answer.asked} is no array`)
  return answer.body[plural]
}

/** A status code and nothing else. */
export function bare(answer: Answer, status = 204): void {
  answered(answer, status)
  same(answer.text, '', `the body of the answer to ${answer.asked}`)
}

function show(value: unknown): string {
  return shortened(value === undefined ? 'nothing' : JSON.stringify(value), LONGEST_VALUE)
}

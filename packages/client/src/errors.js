/**
 * What a call may throw. Whoever pays with money has to tell three cases apart: it was refused (an `ApiError`, nothing
 * happened), it certainly never arrived (a `ConnectionError`), or nobody knows (an `UnknownOutcomeError`).
 */

/**
 * @typedef {object} ErrorContext What is known of the request that failed.
 * @property {string} method
 * @property {string} path The path as the description of the API has it, such as `/v2/tags/{id}`.
 * @property {string | null} idempotency_key The key under which it was sent; null for a request that had none.
 * @property {string | null} [request_id] The id by which the gateway's operator finds it.
 * @property {unknown} [cause]
 */

/** What all errors of this package have. */
export class TollgateError extends Error {
  /**
   * @param {string} message
   * @param {ErrorContext} context
   */
  constructor(message, { method, path, idempotency_key, request_id = null, cause }) {
    super(`${method} ${path}: ${message}`, cause === undefined ? {} : { cause })
    this.name = new.target.name
    this.method = method
    this.path = path
    /** The key under which the request was sent; null for one that had none. */
    this.idempotency_key = idempotency_key
    /** The id by which the gateway's operator finds the request; null where no answer came. */
    this.request_id = request_id
  }
}

/** No answer came, and certainly nothing was changed: the request never left, or it was one that only reads. */
export class ConnectionError extends TollgateError {}

/**
 * It was sent, and no final answer came, so that it may have been done. Ask again with the same `idempotency_key`
 * (within a day): the answer is then that of the first request, and it is never done twice.
 */
export class UnknownOutcomeError extends TollgateError {
  /**
   * @param {string} message
   * @param {ErrorContext & { location?: string | null }} context
   */
  constructor(message, context) {
    super(message, context)
    /** The address of the record that is being made, where the gateway has named it. */
    this.location = context.location ?? null
  }
}

/**
 * @typedef {ErrorContext & { status: number, body: unknown, retry_after: number | null, location?: string | null }}
 *   AnswerContext
 */

/** The gateway refused the request. */
export class ApiError extends TollgateError {
  /**
   * @param {string} message
   * @param {AnswerContext} context
   */
  constructor(message, context) {
    super(message, context)
    this.status = context.status
    /** The body of the answer. */
    this.body = context.body
    /** Seconds after which the gateway wants to be asked again; null where it did not say. */
    this.retry_after = context.retry_after
    /** The address of the record that is there already, where the gateway has named it. */
    this.location = context.location ?? null
  }
}

/** 422, and 400 or 409 that name fields: values do not fit. */
export class ValidationError extends ApiError {
  /**
   * @param {string} message
   * @param {AnswerContext & { fields: Record<string, string[]> }} context
   */
  constructor(message, context) {
    super(message, context)
    /** Every failing field with all that is wrong with it, as sentences for people. */
    this.fields = context.fields
  }
}

/** 401: the developer id or the credentials are missing, wrong or have ended. */
export class AuthenticationError extends ApiError {}

/** 403: the user may not do this. */
export class PermissionError extends ApiError {}

/** 404: there is no such record for this user. */
export class NotFoundError extends ApiError {}

/** 409: the state of the record does not allow it. */
export class ConflictError extends ApiError {}

/** 429: too many requests, for longer than this call could wait. */
export class RateLimitError extends ApiError {}

/** 5xx to a request that changes nothing, or 503 for what was certainly not begun. */
export class ServerError extends ApiError {}

/** A refusal in the words of RFC 6749, section 5.2. */
export class OAuthError extends ApiError {
  /** @param {AnswerContext} context */
  constructor(context) {
    const { error, error_description } = /** @type {{ error?: unknown, error_description?: unknown }} */ (
      isObject(context.body) ? context.body : {}
    )
    const code = typeof error === 'string' ? error : `status ${context.status}`
    super(typeof error_description === 'string' ? `${code}: ${error_description}` : code, context)
    /** Such as `invalid_grant`. */
    this.error = code
    /** For a person. */
    this.error_description = typeof error_description === 'string' ? error_description : null
  }
}

/** The signature of a postback is missing, wrong or too old, or the body is no postback: do not believe it. */
export class PostbackSignatureError extends Error {
  /**
   * @param {string} message
   * @param {ErrorOptions} [options]
   */
  constructor(message, options) {
    super(message, options)
    this.name = 'PostbackSignatureError'
  }
}

/** A secret of your own configuration cannot be a key: it is empty, or not as the gateway wrote it. */
export class UnusableSecretError extends Error {
  /** @param {string} message */
  constructor(message) {
    super(message)
    this.name = 'UnusableSecretError'
  }
}

/** @type {Readonly<Record<number, typeof ApiError>>} */
const BY_STATUS = {
  401: AuthenticationError,
  403: PermissionError,
  404: NotFoundError,
  409: ConflictError,
  429: RateLimitError,
}

/**
 * Returns the error for an answer that is no success.
 * @param {AnswerContext} context
 * @returns {ApiError}
 */
export function errorOf(context) {
  const { status, body } = context
  const fields = fieldsOf(body)
  if (fields) return new ValidationError(inWords(fields), { ...context, fields })
  const said = /** @type {{ message?: unknown } | null} */ (isObject(body) ? body : null)?.message
  const message = typeof said === 'string' ? said : `answered with status ${status}`
  const kind = BY_STATUS[status] ?? (status >= 500 ? ServerError : ApiError)
  return new kind(message, context)
}

/**
 * @param {unknown} body
 * @returns {Record<string, string[]> | null}
 */
function fieldsOf(body) {
  const errors = isObject(body) ? body.errors : null
  if (!isObject(errors)) return null
  return Object.fromEntries(Object.entries(errors).map(([field, texts]) => [field, [texts].flat().map(String)]))
}

/** @param {Record<string, string[]>} fields */
function inWords(fields) {
  return Object.entries(fields)
    .map(([field, texts]) => `${field}: ${texts.join(' ')}`)
    .join('; ')
}

/**
 * @param {unknown} value
 * @returns {value is Record<string, unknown>}
 */
function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

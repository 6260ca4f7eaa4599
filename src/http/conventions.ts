/**
 * The HTTP surface. This file holds every choice for the whole API that the contract leaves open. Never: SQL, a noun.
 */

/** Larger bodies of JSON are refused with 413. */
export const LARGEST_JSON_BYTES = 1024 * 1024
/** Multipart: four files of five megabytes, and some room for the fields (contract 2.2 leaves the size open). */
export const LARGEST_FILE_BYTES = 5 * 1024 * 1024
const MOST_FILES = 4
export const LARGEST_MULTIPART_BYTES = MOST_FILES * LARGEST_FILE_BYTES + LARGEST_JSON_BYTES
export const MOST_FORM_FIELDS = 2000

/** The header that names the fields of a body that were ignored. */
export const IGNORED_FIELDS_HEADER = 'tollgate-ignored-fields'
/** The header that says, of a request that succeeded, which fields the ignored names most likely mean. */
export const HINTS_HEADER = 'tollgate-hints'

/** What a body of another content type is told. */
export const NOT_JSON =
  'Send JSON, with the header Content-Type: application/json. Only new quickinvoices and files come as multipart/form-data.'

/** How long the first response to an Idempotency-Key is repeated. */
export const IDEMPOTENCY_SECONDS = 24 * 60 * 60
/** How long a request may run before its key counts as abandoned after a crash. */
export const IDEMPOTENCY_LEASE_SECONDS = 60
export const LONGEST_IDEMPOTENCY_KEY = 255

/** The name member of error bodies (contract section 7 leaves the shape open). */
export const ERROR_NAMES: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  409: 'Conflict',
  413: 'Payload Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Entity',
  429: 'Too Many Requests',
  431: 'Request Header Fields Too Large',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
}

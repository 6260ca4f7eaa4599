import type { ExplainedError } from './explained-error.ts'

/** Errors that no single field is to blame for, in the order in which a message is compared. */
export const STATUS_ERRORS: readonly ExplainedError[] = [
  {
    name: 'bad-request',
    title: 'The request cannot be read',
    status: [400],
    means: 'The body is not valid JSON, is nested too deeply, or the request itself is broken.',
    steps: ['Let a library write the JSON.', 'Send content-type: application/json with it.'],
    example: 'The request body is not valid JSON.',
  },
  {
    name: 'developer-id',
    title: 'The developer-id is missing or wrong',
    status: [401],
    says: /developer-id/,
    means: 'Every request names the software that it comes from, before anything else is looked at.',
    steps: [
      'Send the header developer-id with every request.',
      'Ask whoever runs the gateway for yours; in a sandbox it is shown in the console.',
    ],
    example: 'A valid developer-id is required.',
  },
  {
    name: 'token-expired',
    title: 'The token is not good any more',
    status: [401],
    says: /access-token/,
    means:
      'A sign-in token ends after 15 minutes without a successful request, with a sign-out, or with a change of the password.',
    steps: ['Sign in again with POST /v2/token.', 'For software use user-id and user-api-key, which do not expire.'],
    example: 'The access-token is not valid or has expired.',
  },
  {
    name: 'hash-key',
    title: 'The signature does not fit',
    status: [401],
    says: /[Hh]ash.key|[Dd]ata.hash|[Ss]ignature|data-hash/,
    means:
      'hash-key has to be the HMAC-SHA-256 of user id and timestamp under the user’s hash key, in hex, at most 15 minutes old, and used where signatures are taken.',
    steps: [
      'Sign user-id and timestamp joined without anything between them.',
      'Send the timestamp in Unix seconds, the same that was signed.',
      'Compare the clock of your server with that of the gateway.',
    ],
    example: 'Hash key is invalid',
  },
  {
    name: 'unauthorized',
    title: 'Who you are is missing or wrong',
    status: [401],
    means:
      'The credentials are missing, do not belong together, or are those of a user who is not active. Which of these it is, is not told where that would help somebody guess.',
    steps: [
      'Read hints in the body: it names the header that is missing.',
      'Send developer-id, user-id and user-api-key with every request.',
      'Make a new key with POST /v2/users/{id}/generateuserapikey if yours is lost.',
    ],
    example: 'Your request was made with invalid credentials.',
  },
  {
    name: 'forbidden',
    title: 'You may not do this',
    status: [403],
    means: 'You are known, but your user may not do this, or the service is not switched on for the location.',
    steps: ['Ask the merchant’s administrator for the right or the service.', 'GET /v2/users/me says who you are.'],
    example: 'You are not allowed to perform this action.',
  },
  {
    name: 'nothing-here',
    title: 'There is nothing at this path',
    status: [404],
    says: /nothing at this path/,
    means: 'No endpoint has this address.',
    steps: ['Records are below /v2, by their plural: /v2/contacts.', 'Look the path up on the page of the record.'],
    example: 'There is nothing at this path.',
  },
  {
    name: 'not-found',
    title: 'There is no such record',
    status: [404],
    means:
      'No record of this id exists for you. One of another merchant, one of a location that you do not see and one that was deleted all answer the same.',
    steps: [
      'Check the id, and that the keys are those of the merchant who has the record.',
      'With your own ids the path needs ?api_id=1 and location_id.',
    ],
    example: 'The requested record does not exist.',
  },
  {
    name: 'method-not-allowed',
    title: 'This address does not take this method',
    status: [405],
    means: 'The address exists, for other methods. The header Allow names them.',
    steps: ['Create with POST, change with PUT, delete with DELETE.'],
    example: 'This method is not offered here.',
  },
  {
    name: 'request-timeout',
    title: 'The request took too long to arrive',
    status: [408],
    means: 'Not all of the request came within two minutes.',
    steps: ['Send it again over a better line.', 'Send large files one by one.'],
    example: 'The request took too long to arrive.',
  },
  {
    name: 'conflict',
    title: 'Something else is at work on this',
    status: [409],
    means:
      'A request with the same Idempotency-Key is still running, or another one changes the record at this moment.',
    steps: ['Wait as Retry-After says and send the same request again, with the same Idempotency-Key.'],
    example: 'A request with this Idempotency-Key is still running.',
  },
  {
    name: 'too-large',
    title: 'The body is too large',
    status: [413],
    means: 'A body of JSON holds at most one megabyte, a file five.',
    steps: ['Send less at once.', 'Send files as multipart/form-data and not as text in JSON.'],
    example: 'The request body is too large.',
  },
  {
    name: 'content-type',
    title: 'Not JSON',
    status: [415],
    means: 'The body is of a content type that this endpoint does not take.',
    steps: [
      'Send content-type: application/json.',
      'Files come as multipart/form-data where the page of the record says so.',
    ],
    example: 'Send JSON, with the header Content-Type: application/json.',
  },
  {
    name: 'too-many-requests',
    title: 'Too many requests or attempts',
    status: [429],
    means:
      'More requests came from your address, with your credentials or for one record than are taken, or too many wrong secrets.',
    steps: [
      'Wait as long as Retry-After says, in seconds.',
      'Be told of changes by postbacks instead of asking again and again.',
    ],
    example: 'Too many requests come with your credentials.',
  },
  {
    name: 'headers-too-large',
    title: 'The headers are too large',
    status: [431],
    means: 'The request line and headers together are larger than 16 kilobytes.',
    steps: ['Send fewer filters at once, and values in the body where it takes them.'],
    example: 'The request line and headers are too large.',
  },
  {
    name: 'internal-error',
    title: 'A fault of the gateway',
    status: [500],
    means: 'Something is wrong at our side. What was sent is not to blame, and nothing is half done.',
    steps: [
      'Send it again with the same Idempotency-Key.',
      'Tell whoever runs the gateway the request_id of the body: its log has the reason.',
    ],
    example: 'An internal server error occurred.',
  },
  {
    name: 'unavailable',
    title: 'Not at this moment',
    status: [503],
    means:
      'The database, a device or a processor cannot be reached. Nothing was sent to a processor unless the message says so.',
    steps: ['Wait as Retry-After says and send it again with the same Idempotency-Key.'],
    example: 'The gateway cannot do this at the moment; send the request again.',
  },
]

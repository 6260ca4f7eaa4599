import type { ExplainedError } from './explained-error.ts'

/** The errors of `/o/token` and `/o/revoke` (RFC 6749, 5.2), by the code in `error`. */
export const OAUTH_ERRORS: readonly ExplainedError[] = [
  {
    name: 'invalid-client',
    title: 'invalid_client',
    status: [401],
    says: /^invalid_client$/,
    means: 'client_id and client_secret are not those of a registered integration.',
    steps: [
      'Send both in the body, or as Basic authorization, and not in both places.',
      'Make a new secret with POST /v2/oauthclients/{id}/generateclientsecret if yours is lost.',
    ],
    example: 'invalid_client',
  },
  {
    name: 'invalid-grant',
    title: 'invalid_grant',
    status: [400],
    says: /^invalid_grant$/,
    means:
      'The code or refresh token is wrong, used already, expired, or of another integration. A code is good once and for five minutes.',
    steps: [
      'Send the redirect_uri and code_verifier of the request that gave the code.',
      'Otherwise send the user through the consent page again.',
    ],
    example: 'invalid_grant',
  },
  {
    name: 'unsupported-grant-type',
    title: 'unsupported_grant_type',
    status: [400],
    says: /^(?:unsupported_grant_type|unauthorized_client|invalid_scope)$/,
    means: 'grant_type is none that this integration may use.',
    steps: ['Use authorization_code, and refresh_token afterwards.'],
    example: 'unsupported_grant_type',
  },
  {
    name: 'temporarily-unavailable',
    title: 'temporarily_unavailable',
    status: [429],
    says: /^temporarily_unavailable$/,
    means: 'Too many wrong secrets came from your address.',
    steps: ['Wait as long as Retry-After says, in seconds.', 'Look for a program that sends an old secret.'],
    example: 'temporarily_unavailable',
  },
  {
    name: 'invalid-request',
    title: 'invalid_request',
    status: [400],
    means: 'A parameter is missing, sent twice or malformed; error_description says which.',
    steps: ['Send the parameters as application/x-www-form-urlencoded.'],
    example: 'invalid_request',
  },
]

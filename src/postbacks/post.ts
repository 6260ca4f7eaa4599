import { redact } from '../lib/redact.ts'
import { redactText } from '../lib/redact-text.ts'
import { redactUrl } from '../lib/redact-url.ts'
import { webhookSignature } from '../lib/webhook-signature.ts'
import type { Cipher } from '../ports/cipher.ts'
import type { Clock } from '../ports/clock.ts'
import type { PostRequest, PostResponse } from '../ports/poster.ts'
import { openCredential, signingSecrets } from '../resources/postbackconfig/credentials.ts'
import type { LeasedPostback } from './queue.ts'

/** Stands for the credentials in a stored request. */
const MASKED = 'Basic [redacted]'
/** Characters of a response body that are stored. */
const STORED_BODY = 4096

interface Postback {
  type: string
  resource: string
  data: string
}

/**
 * Returns the body as contract section 6 has it, or the same as the fields of a form: `number` is the number of this
 * attempt, `data` a string of JSON.
 */
export function bodyOf({ type, resource, data }: Postback, number: number, as_form = false): string {
  const body = { type, resource, number_of_attempts: number, data }
  return as_form ? String(new URLSearchParams({ ...body, number_of_attempts: String(number) })) : JSON.stringify(body)
}

export interface SendParts {
  cipher: Cipher
  clock: Clock
  /** Dates signatures: receivers check their age by a clock that does not move with that of a sandbox. */
  machine: Clock
  /** Version of Tollgate for the user agent. */
  version: string
}

/**
 * Returns the request of one attempt. Beside the documented body it has the headers of Standard Webhooks, signed anew
 * for each attempt. Credentials are decrypted for it and sent only to the origin they were entered for. Throws when
 * they cannot be decrypted.
 */
export function requestOf({ cipher, clock, machine, version }: SendParts, postback: LeasedPostback): PostRequest {
  const { config } = postback
  const seconds = machine.seconds()
  const url = postback.url ?? config.url
  const as_form = config.format === 'api-form'
  const body = bodyOf(postback, postback.number_of_attempts + 1, as_form)
  const secrets = signingSecrets(cipher, config, clock.seconds())
  const username = openCredential(cipher, config, 'basic_auth_username')
  const password = openCredential(cipher, config, 'basic_auth_password') ?? ''
  const sendsCredentials = username !== null && new URL(url).origin === new URL(config.url).origin
  return {
    url,
    body,
    headers: {
      'content-type': as_form ? 'application/x-www-form-urlencoded' : 'application/json; charset=utf-8',
      'user-agent': `Tollgate/${version}`,
      accept: '*/*',
      'webhook-id': postback.message_id,
      'webhook-timestamp': String(seconds),
      ...(postback.request_id === null ? {} : { 'x-request-id': postback.request_id }),
      ...(secrets.length > 0
        ? { 'webhook-signature': webhookSignature(secrets, postback.message_id, seconds, body) }
        : {}),
      ...(sendsCredentials
        ? { authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` }
        : {}),
    },
  }
}

/** Returns an attempt as it is stored: without credentials, and with the beginning of the response only. */
export function attemptOf({ url, headers }: PostRequest, { status, duration_ms, ...response }: PostResponse) {
  const succeeded = status !== null && status >= 200 && status < 300
  const shown = { ...headers, ...(headers.authorization ? { authorization: MASKED } : {}) }
  return {
    succeeded,
    duration_ms,
    url: redactUrl(url).slice(0, 512),
    request_headers: JSON.stringify(shown),
    response_status: status,
    response_headers: response.headers ? storable(JSON.stringify(redact(response.headers))) : null,
    response_body: response.body === null ? null : storable(redactText(response.body.slice(0, STORED_BODY))),
    error: response.error ?? (succeeded ? null : `the receiver answered ${status}`),
  }
}

/** PostgreSQL stores no NUL, neither as a character nor escaped in JSON, and no lone surrogate. */
function storable(text: string): string {
  return text.replaceAll('\u0000', '').replaceAll('\\u0000', '').toWellFormed()
}

import { redact } from '../lib/redact.ts'
import { redactText } from '../lib/redact-text.ts'
import { redactUrl } from '../lib/redact-url.ts'
import { webhookSignature } from '../lib/webhook-signature.ts'
import type { Cipher } from '../ports/cipher.ts'
import type { Clock } from '../ports/clock.ts'
import type { PostAnswer, PostRequest } from '../ports/poster.ts'
import { opened, signingSecrets } from '../resources/postbackconfig/credentials.ts'
import type { HeldPostback } from './queue.ts'

/** What stands in a stored request in the place of the credentials. */
const MASKED = 'Basic [redacted]'
const KEPT_BODY = 4096

interface Postback {
  type: string
  resource: string
  data: string
}

/** The body exactly as contract section 6 has it: `number` is the number of this try, `data` a string of JSON. */
export function bodyOf({ type, resource, data }: Postback, number: number): string {
  return JSON.stringify({ type, resource, number_of_attempts: number, data })
}

/** What a request is made of. */
export interface SendParts {
  cipher: Cipher
  clock: Clock
  /** The receiver's time too: it checks the age of a signature, and its clock does not move with that of a sandbox. */
  machine: Clock
  /** Of Tollgate, for receivers to see. */
  version: string
}

/**
 * One try as it leaves. Beside the documented body it carries the headers of Standard Webhooks, signed anew for each try;
 * credentials are opened for it and go along only to the place they were entered for.
 */
export function requestOf({ cipher, clock, machine, version }: SendParts, held: HeldPostback): PostRequest {
  const { config } = held
  const seconds = machine.seconds()
  const url = held.url ?? config.url
  const body = bodyOf(held, held.number_of_attempts + 1)
  const secrets = signingSecrets(cipher, config, clock.seconds())
  const username = opened(cipher, config, 'basic_auth_username')
  const password = opened(cipher, config, 'basic_auth_password') ?? ''
  const mayProve = username !== null && new URL(url).origin === new URL(config.url).origin
  return {
    url,
    body,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'user-agent': `Tollgate/${version}`,
      accept: '*/*',
      'webhook-id': held.message_id,
      'webhook-timestamp': String(seconds),
      ...(secrets.length > 0 ? { 'webhook-signature': webhookSignature(secrets, held.message_id, seconds, body) } : {}),
      ...(mayProve ? { authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` } : {}),
    },
  }
}

/** A try as it is kept: without credentials, and of the answer no more than people read. */
export function attemptOf({ url, headers }: PostRequest, { status, duration_ms, ...answer }: PostAnswer) {
  const succeeded = status !== null && status >= 200 && status < 300
  const shown = { ...headers, ...(headers.authorization ? { authorization: MASKED } : {}) }
  return {
    succeeded,
    duration_ms,
    url: redactUrl(url).slice(0, 512),
    request_headers: JSON.stringify(shown),
    response_status: status,
    response_headers: answer.headers ? storable(JSON.stringify(redact(answer.headers))) : null,
    response_body: answer.body === null ? null : storable(redactText(answer.body.slice(0, KEPT_BODY))),
    error: answer.error ?? (succeeded ? null : `the receiver answered ${status}`),
  }
}

/** PostgreSQL keeps no NUL, neither as a character nor escaped in JSON; half a surrogate pair is no text either. */
function storable(text: string): string {
  return text.replaceAll('\u0000', '').replaceAll('\\u0000', '').toWellFormed()
}

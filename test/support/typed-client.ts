import assert from 'node:assert/strict'
import type { FastifyInstance } from 'fastify'
import { ApiError, Tollgate, UnknownOutcomeError } from '../../packages/client/src/index.js'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** Who calls, and with which software. */
export interface Keys {
  developer_id: string
  user_id: string
  user_api_key: string
}

/** The typed client, without a socket. It sends everything once: what is refused or left open is thrown. */
export function typedClient(http: FastifyInstance, keys: Keys): Tollgate {
  const inject = async (url: unknown, { method, headers, body }: RequestInit = {}): Promise<Response> => {
    // A form is written as a browser writes it.
    const form = body instanceof FormData ? new Response(body) : null
    const answer = await http.inject({
      method: method as Method,
      url: String(url),
      headers: { ...(headers as Record<string, string>), ...(form && Object.fromEntries(form.headers)) },
      ...(typeof body === 'string' ? { payload: body } : {}),
      ...(form ? { payload: Buffer.from(await form.arrayBuffer()) } : {}),
    })
    return new Response(answer.body === '' ? null : new Uint8Array(answer.rawPayload), {
      status: answer.statusCode,
      headers: answer.headers as Record<string, string>,
    })
  }
  return new Tollgate({ base_url: 'http://127.0.0.1:8080', ...keys, fetch: inject, most_tries: 1 })
}

/**
 * Returns the refusal of a call by the typed client. Fails where it was done, or refused in another way. An answer that
 * asks to come again (503, 409 with Retry-After) leaves the outcome open for the client; it is the cause of that.
 */
export async function refusal<E extends ApiError = ApiError>(
  call: Promise<unknown>,
  kind: abstract new (...given: never[]) => E = ApiError as never,
  // biome-ignore lint/suspicious/noExplicitAny: bodies are looked at by tests, field by field.
): Promise<E & { body: any }> {
  const error = await call.then(
    done => assert.fail(`it was not refused: ${JSON.stringify(done)}`),
    thrown => thrown,
  )
  const refused = error instanceof UnknownOutcomeError ? error.cause : error
  assert.ok(refused instanceof kind, error)
  return refused
}

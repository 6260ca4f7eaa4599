import { Tollgate } from '../../packages/client/src/index.js'
import type { TestApp } from './app.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** The typed client of the first merchant's administrator, without a socket. What is refused is thrown. */
export function typedClient(t: TestApp): Tollgate {
  const { user_id, user_api_key } = t.merchants[0].user
  const inject = async (url: unknown, { method, headers, body }: RequestInit = {}): Promise<Response> => {
    const payload = typeof body === 'string' ? { payload: body } : {}
    const answer = await t.app.http.inject({
      method: method as Method,
      url: String(url),
      headers: headers as Record<string, string>,
      ...payload,
    })
    return new Response(answer.body === '' ? null : answer.body, {
      status: answer.statusCode,
      headers: answer.headers as Record<string, string>,
    })
  }
  const base_url = 'http://127.0.0.1:8080'
  return new Tollgate({ base_url, developer_id: t.developer_id, user_id, user_api_key, fetch: inject, most_tries: 1 })
}

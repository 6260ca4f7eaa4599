import type { FastifyInstance } from 'fastify'
import { READS_FOR_CONSOLE } from '../request-log.ts'
import type { SandboxFile } from '../sandbox-file.ts'
import type { SeededUser } from '../seed.ts'

export interface ApiAnswer {
  status: number
  request_id: string
  // biome-ignore lint/suspicious/noExplicitAny: the record of an answer, of any resource.
  body: any
}

/** A request to the API with the keys of a seeded user, in this process. */
interface ApiCall {
  as: SeededUser
  method: 'GET' | 'POST' | 'PUT'
  url: string
  /** What is sent as JSON, or files as multipart. */
  body?: unknown
}

export type CallApi = (file: SandboxFile, call: ApiCall) => Promise<ApiAnswer>

/** What the console makes goes the way of an integrator's requests, with the same rules, limits and postbacks. */
export function apiCalls(http: FastifyInstance): CallApi {
  return async ({ developer_id }, { as, method, url, body }) => {
    const headers = {
      'developer-id': developer_id,
      'user-id': as.user_id,
      'user-api-key': as.user_api_key,
      ...(body === undefined || body instanceof FormData ? {} : { 'content-type': 'application/json' }),
      ...(method === 'GET' ? { 'user-agent': READS_FOR_CONSOLE } : {}),
    }
    const payload = body === undefined || body instanceof FormData ? body : JSON.stringify(body)
    const answer = await http.inject({ method, url, headers, ...(payload === undefined ? {} : { payload }) })
    return {
      status: answer.statusCode,
      request_id: String(answer.headers['x-request-id']),
      body: answer.body === '' ? null : JSON.parse(answer.body),
    }
  }
}

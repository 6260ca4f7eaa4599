import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Credentials, Identify } from '../auth/identify.ts'
import type { Caller } from '../definition/caller.ts'
import type { Query } from '../definition/show.ts'
import type { Store } from '../definition/store.ts'
import type { Engine } from '../engine/engine.ts'
import { utf8Query } from '../lib/utf8.ts'
import type { Idempotency } from './idempotency.ts'
import type { UnreadAnswers } from './unread-answers.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Runs when the request has succeeded, before the response is sent. */
    onSuccess: (() => void) | null
    /** The root of the caller's tree, once he is known. */
    root_id: string | null
  }
}

/** What the API routes are made of. */
export interface ApiParts {
  engine: Engine
  store: Store
  identify: Identify
  idempotency: Idempotency
  /** Called before a record or list is read, and before a list is sent as a file. */
  accessed(caller: Caller, noun: string, verb: 'read' | 'exported', record_id: string): Promise<void> | undefined
  unread: UnreadAnswers
}

export type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

/** Returns the query parameters in the order in which they were sent, lists of names in one piece. Throws 400. */
export function queryOf(request: FastifyRequest): Query {
  return withJoinedNames([...utf8Query(request.raw.url ?? '')])
}

const LISTS_OF_NAMES: readonly string[] = ['expand', 'sort']

/** Clients repeat a parameter that is a list: `expand=a&expand=b` is `expand=a,b`. Filters are joined elsewhere. */
function withJoinedNames(query: Query): Query {
  const repeated = LISTS_OF_NAMES.filter(name => query.filter(([each]) => each === name).length > 1)
  if (repeated.length === 0) return query
  const textOf = (name: string) =>
    query.flatMap(([each, text]) => (each === name && text !== '' ? [text] : [])).join(',')
  return query.flatMap(([name, text], index) => {
    if (!repeated.includes(name)) return [[name, text] as [string, string]]
    return query.findIndex(([each]) => each === name) === index ? [[name, textOf(name)] as [string, string]] : []
  })
}

/** Returns the id of the record in the path; empty where the path names none. */
export function idOf(request: FastifyRequest): string {
  return (request.params as { id?: string }).id ?? ''
}

/** Returns what authenticators read of a request. */
export function credentialsOf(request: FastifyRequest, query: Query): Credentials {
  return {
    path: (request.raw.url ?? '').split('?', 1)[0]!,
    verb: request.method,
    onSuccess: run => {
      request.onSuccess = run
    },
    identified: ({ root_id }) => {
      request.root_id = root_id
    },
    address: request.ip,
    request_id: request.id,
    header: name => {
      const value = request.headers[name]
      return Array.isArray(value) ? value[0] : value
    },
    parameter: name => query.find(([key]) => key === name)?.[1],
  }
}

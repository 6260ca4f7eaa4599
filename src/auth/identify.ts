import type { Caller } from '../definition/caller.ts'
import { Refusal, unauthorized } from '../lib/problem.ts'
import type { Credentials, Method } from './method.ts'

/** Turns credentials into a Caller. Nobody downstream knows which method was used. */
export type Identify = (credentials: Credentials) => Promise<Caller>

/** Which software is calling; asked on every request before anything else (contract 4.1). */
export type KnowsDeveloper = (developer_id: string) => Promise<boolean>

interface IdentifierParts {
  /** In the order in which they are tried. */
  methods: readonly Method[]
  knowsDeveloper: KnowsDeveloper
  /** Resolves once what this process remembers of credentials may be used. */
  fresh(): Promise<void> | undefined
  /** How many seconds this user has to wait because of too many requests, or null. */
  limit(user_id: string): number | null
}

/** Throws 401 unless the request names software that is known. */
export type CheckDeveloper = (credentials: Credentials) => Promise<void>

export function developerCheck({
  knowsDeveloper,
  fresh,
}: Pick<IdentifierParts, 'knowsDeveloper' | 'fresh'>): CheckDeveloper {
  return async credentials => {
    await fresh()
    const developer_id = credentials.header('developer-id') ?? credentials.parameter('developer-id')
    if (!developer_id || !(await knowsDeveloper(developer_id))) throw unauthorized('A valid developer-id is required.')
  }
}

export function identifier({ methods, limit, ...parts }: IdentifierParts): Identify {
  const checkDeveloper = developerCheck(parts)
  return async credentials => {
    await checkDeveloper(credentials)
    const method = methods.find(each => each.reads(credentials))
    if (!method) throw unauthorized()
    const caller = await method.identify(credentials)
    const wait = limit(caller.user_id ?? caller.root_id)
    if (wait === null) return caller
    throw new Refusal(429, 'Too many requests come with your credentials.', null, { 'retry-after': String(wait) })
  }
}

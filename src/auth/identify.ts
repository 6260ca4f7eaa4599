import type { Caller } from '../definition/caller.ts'
import { unauthorized } from '../lib/problem.ts'
import type { Credentials, Method } from './method.ts'

/** Turns credentials into a Caller. Nobody downstream knows which method was used. */
export type Identify = (credentials: Credentials) => Promise<Caller>

/** Which software is calling; asked on every request before anything else (contract 4.1). */
export type KnowsDeveloper = (developer_id: string) => Promise<boolean>

export function identifier(methods: readonly Method[], knowsDeveloper: KnowsDeveloper): Identify {
  return async credentials => {
    const developer_id = credentials.header('developer-id') ?? credentials.parameter('developer-id')
    if (!developer_id || !(await knowsDeveloper(developer_id))) throw unauthorized('A valid developer-id is required.')
    const method = methods.find(each => each.reads(credentials))
    if (!method) throw unauthorized()
    return method.identify(credentials)
  }
}

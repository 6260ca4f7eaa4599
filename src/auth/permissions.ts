import { type Caller, USER_TYPE } from '../definition/caller.ts'
import type { Verb } from '../definition/resource.ts'
import { forbidden } from '../lib/problem.ts'

const READS: readonly Verb[] = ['read', 'list']
const ALL: readonly Verb[] = ['create', 'read', 'list', 'update', 'remove']
/** Of users: everybody may change himself, his password above all (contract 4.8). The rules of users stop him at others. */
const SELF: readonly Verb[] = ['read', 'list', 'update']

/** What a user type may do with a noun; `*` stands for every noun not named. Deny is the absence of a verb. */
const RIGHTS: Record<number, Record<string, readonly Verb[]>> = {
  [USER_TYPE.system]: { '*': ALL },
  [USER_TYPE.admin]: { '*': ALL },
  [USER_TYPE.manager]: { '*': ALL, location: ['read', 'list', 'update'], producttransaction: READS, user: SELF },
  [USER_TYPE.clerk]: {
    '*': ALL,
    location: READS,
    producttransaction: READS,
    postbackconfig: READS,
    product_file: READS,
    product_accountvault: READS,
    product_recurring: READS,
    user: SELF,
    terminal: READS,
  },
  [USER_TYPE.reader]: { '*': READS, user: SELF },
  [USER_TYPE.contact]: { '*': [] },
}

/** Throws 403 when this type of user may not do this to this noun. */
export function permit(caller: Caller, noun: string, verb: Verb): void {
  const rights = RIGHTS[caller.user_type_id]
  const verbs = rights?.[noun] ?? rights?.['*'] ?? []
  if (!verbs.includes(verb)) throw forbidden(`Your user type may not ${verb} ${noun} records.`)
}

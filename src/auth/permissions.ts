import { type Caller, USER_TYPE } from '../definition/caller.ts'
import type { Verb } from '../definition/resource.ts'
import { forbidden } from '../lib/problem.ts'

const READS: readonly Verb[] = ['read', 'list']
const ALL: readonly Verb[] = ['create', 'read', 'list', 'update', 'remove']
/** Of users: everybody may change himself, his password above all (contract 4.8). The rules of users stop him at others. */
const SELF: readonly Verb[] = ['read', 'list', 'update']

const NONE: readonly Verb[] = []

/**
 * What a user type may do with a noun; `*` stands for every noun not named. Deny is the absence of a verb. `docs/permissions.md` is this
 * table for people.
 */
const RIGHTS: Readonly<Record<number, Readonly<Record<string, readonly Verb[]>>>> = {
  [USER_TYPE.system]: { '*': ALL },
  [USER_TYPE.admin]: { '*': ALL },
  [USER_TYPE.manager]: {
    '*': ALL,
    location: ['read', 'list', 'update'],
    producttransaction: READS,
    user: SELF,
    oauthclient: READS,
    oauthgrant: READS,
  },
  [USER_TYPE.clerk]: {
    '*': ALL,
    location: READS,
    producttransaction: READS,
    postbackconfig: READS,
    postback_log: READS,
    product_file: READS,
    product_accountvault: READS,
    product_recurring: READS,
    salestaxrate: READS,
    user: SELF,
    terminal: READS,
    terminalagent: READS,
    oauthclient: NONE,
    oauthgrant: NONE,
    changelog: NONE,
    // Settling is his; giving a batch up without the processor is not.
    transactionbatch: ['read', 'list', 'update'],
  },
  [USER_TYPE.reader]: { '*': READS, user: SELF, oauthclient: NONE, oauthgrant: NONE, changelog: NONE },
  // A payer who signs in: his own record, and nothing of the merchant's.
  [USER_TYPE.contact]: { '*': NONE, user: ['update'] },
}

/** What this type of user may do with this noun. */
export function rightsOf(user_type_id: number, noun: string): readonly Verb[] {
  const rights = RIGHTS[user_type_id]
  return rights?.[noun] ?? rights?.['*'] ?? NONE
}

/** Throws 403 when this type of user may not do this to this noun. */
export function permit(caller: Caller, noun: string, verb: Verb): void {
  if (!rightsOf(caller.user_type_id, noun).includes(verb))
    throw forbidden(`Your user type may not ${verb} ${noun} records.`)
}

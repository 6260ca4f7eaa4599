import { type Caller, USER_TYPE } from '../definition/caller.ts'
import type { Verb } from '../definition/resource.ts'
import { forbidden } from '../lib/problem.ts'

const READS: readonly Verb[] = ['read', 'list']
const ALL: readonly Verb[] = ['create', 'read', 'list', 'update', 'remove']
/**
 * On users: every user may change his own record, his password above all (contract 4.8). The user's rules refuse
 * others.
 */
const SELF: readonly Verb[] = ['read', 'list', 'update']

/** The type of users who connect products to processors; made by the command `operator-user` or by each other. */
export const OPERATOR = 200

const NONE: readonly Verb[] = []

/**
 * What a user type may do with a resource; `*` stands for every resource not named. What is not listed is denied.
 * `docs/permissions.md` shows this table.
 */
const RIGHTS: Readonly<Record<number, Readonly<Record<string, readonly Verb[]>>>> = {
  [USER_TYPE.system]: { '*': ALL },
  [OPERATOR]: { '*': ALL },
  // Which processor a product goes through is its operator's to say: that takes the right to remove it.
  [USER_TYPE.admin]: { '*': ALL, producttransaction: ['create', 'read', 'list', 'update'] },
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
    // A clerk may not decide what a payment is that the processor leaves open.
    transaction: ['create', 'read', 'list', 'update'],
    // A clerk may settle a batch, but not give one up without the processor.
    transactionbatch: ['read', 'list', 'update'],
  },
  [USER_TYPE.reader]: { '*': READS, user: SELF, oauthclient: NONE, oauthgrant: NONE, changelog: NONE },
  // A payer who signs in: his own record, and nothing of the merchant's.
  [USER_TYPE.contact]: { '*': NONE, user: ['update'] },
}

/** Returns what this type of user may do with this resource. */
export function rightsOf(user_type_id: number, noun: string): readonly Verb[] {
  const rights = RIGHTS[user_type_id]
  return rights?.[noun] ?? rights?.['*'] ?? NONE
}

/** Throws 403 when this type of user may not do this with this resource. */
export function permit(caller: Caller, noun: string, verb: Verb): void {
  if (!rightsOf(caller.user_type_id, noun).includes(verb))
    throw forbidden(`Your user type may not ${verb} ${noun} records.`)
}

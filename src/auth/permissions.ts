import { type Caller, USER_TYPE } from '../definition/caller.ts'
import type { Registry } from '../definition/registry.ts'
import type { Resource, Verb } from '../definition/resource.ts'
import type { AccessScope } from '../lib/access-scope.ts'
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

const READER = { '*': READS, user: SELF, authroleuser: NONE, oauthclient: NONE, oauthgrant: NONE, changelog: NONE }

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
    authroleuser: READS,
    oauthclient: READS,
    oauthgrant: READS,
  },
  [USER_TYPE.clerk]: {
    '*': ALL,
    location: READS,
    branding_domain: READS,
    locationinfo: READS,
    terminalinfo: READS,
    producttransaction: READS,
    postbackconfig: READS,
    postback_log: READS,
    hostedpaymentpage: READS,
    product_file: READS,
    product_accountvault: READS,
    product_recurring: READS,
    salestaxrate: READS,
    surcharge: READS,
    user: SELF,
    authroleuser: READS,
    terminal: READS,
    terminalagent: READS,
    oauthclient: NONE,
    oauthgrant: NONE,
    changelog: NONE,
    // A clerk may not decide what a payment is that the processor leaves open.
    transaction: ['create', 'read', 'list', 'update'],
    // A clerk may ask for the approval of a refund; a manager decides.
    refundapproval: ['create', 'read', 'list'],
    // A clerk may settle a batch, but not give one up without the processor.
    transactionbatch: ['read', 'list', 'update'],
  },
  [USER_TYPE.reader]: READER,
  // Public types of which nothing else is known.
  ...Object.fromEntries([600, 700, 800, 900, 1000].map(type => [type, READER])),
  // A payer who signs in: his own record, and nothing of the merchant's.
  [USER_TYPE.contact]: { '*': NONE, user: ['update'] },
}

/** Returns what this type of user may do with this resource. */
export function rightsOf(user_type_id: number, noun: string): readonly Verb[] {
  const rights = RIGHTS[user_type_id]
  return rights?.[noun] ?? rights?.['*'] ?? NONE
}

/** Returns what throws 403 when a caller may not do this with a resource, by type or because he sits below the root. */
export function permitting({
  get,
}: Registry): (caller: Caller, noun: string, verb: Verb | 'keys', command?: string) => void {
  return (caller, noun, asked, command) => {
    if (asked === 'keys') permitOwn(caller, noun)
    const verb = asked === 'keys' ? 'update' : asked
    if (!rightsOf(caller.user_type_id, noun).includes(verb))
      throw forbidden(`Your user type may not ${verb} ${noun} records.`)
    permitScope(caller, noun, verb)
    permitCredentials(caller, noun, verb, command)
    permitOnTree(caller, get(noun).resource, verb)
  }
}

/** Ways in by which a user is there himself, and not an integration, a form that he has signed or the gateway. */
const OWN_CREDENTIALS: readonly string[] = ['user-key', 'token']

/** Throws 403 where keys would be shown to what acts for somebody, and could keep them when it no longer may. */
function permitOwn({ method, limited_key }: Caller, noun: string): void {
  if (limited_key || !OWN_CREDENTIALS.includes(method))
    throw forbidden(`Keys of ${noun} records are shown to their users only.`)
}

/** What gives access: users with their keys and passwords, integrations with their secrets, keys of agents. */
const GIVES_ACCESS: readonly string[] = ['user', 'authroleuser', 'oauthclient', 'terminalagent']

/** What makes or takes a secret of other records, and what a person decides. */
const NOT_FOR_PROGRAMS: Readonly<Record<string, readonly string[]>> = {
  refundapproval: ['approve', 'refuse'],
  postbackconfig: ['rotatesecret'],
  hostedpaymentpage: ['generateencryptionkey'],
  producttransaction: ['processor'],
}

/**
 * Fields that say who receives or opens something from now on, and so would outlive a grant. Postback configurations
 * end with the grant under which they were made, and with no key.
 */
export const RECEIVERS: Readonly<Record<string, readonly string[]>> = {
  location: ['ticket_origins', 'email_reply_to'],
  branding_domain: ['support_email'],
  hostedpaymentpage: [
    ...['parent_origin', 'parent_send_message'],
    ...['redirect_url_on_approve', 'redirect_url_on_decline'],
  ],
  terminal: ['local_ip_address', 'port'],
  postbackconfig: ['url', 'basic_auth_username', 'basic_auth_password'],
}

/**
 * Throws 403 where an integration or a limited key would change who receives something. What was read may be sent back.
 */
export function permitReceivers(
  { method, limited_key }: Caller,
  noun: string,
  values: object,
  before: object = {},
): void {
  const [sent, stored] = [values, before] as [Values, Values]
  if (method !== 'oauth' && !limited_key) return
  if (method === 'oauth' && noun === 'postbackconfig') return
  const isChanged = (name: string) =>
    JSON.stringify(sent[name] ?? null) !== JSON.stringify(stored[name] ?? null) && sent[name] !== undefined
  const changed = RECEIVERS[noun]?.find(isChanged)
  if (changed === undefined) return
  const who = limited_key ? 'A key with a scope, an end or addresses' : 'An integration'
  throw forbidden(`${who} may not set ${changed} of ${noun} records.`)
}

type Values = Readonly<Record<string, unknown>>

/** What a key or grant with this scope may write. Both scopes of money may keep their payers and put files to them. */
const WRITES: Readonly<Record<AccessScope, readonly string[]>> = {
  read: [],
  invoices: ['quickinvoice', 'paylink', 'contact', 'file', 'note', 'tag'],
  payments: [
    ...['transaction', 'transactionbatch', 'transactionlevel3', 'routertransaction', 'terminalrun', 'deviceterm'],
    'refundapproval',
    ...['accountvault', 'routeraccountvault', 'microdeposit', 'ticket', 'signature', 'recurring'],
    ...['contact', 'file', 'note', 'tag'],
  ],
}

/** Throws 403 where the scope of a key or grant ends, whatever its user may do. */
function permitScope({ scopes }: Caller, noun: string, verb: Verb): void {
  if (!scopes || READS.includes(verb) || scopes.some(scope => WRITES[scope].includes(noun))) return
  throw forbidden(`These credentials have the scope ${scopes.join(' ')}, which may not ${verb} ${noun} records.`)
}

/**
 * Throws 403 where an integration or a limited key would make or change what gives access, and so outlive its grant or
 * its limits.
 */
function permitCredentials({ method, limited_key }: Caller, noun: string, verb: Verb, command = ''): void {
  if (method !== 'oauth' && !limited_key) return
  const is_change = GIVES_ACCESS.includes(noun) && !READS.includes(verb)
  if (!is_change && !NOT_FOR_PROGRAMS[noun]?.includes(command)) return
  const who = limited_key ? 'A key with a scope, an end or addresses' : 'An integration'
  throw forbidden(`${who} may not ${command || verb} ${noun} records.`)
}

/** Whoever is asked not to be written to any more may note it, wherever he sits; only the root takes it back. */
const NOTED_ANYWHERE: readonly string[] = ['email_blacklist', 'sms_blacklist']

/**
 * Throws 403 where a caller below the root would change what has no location and so belongs to the whole tree: an
 * integration's redirect address or secret, an entry of a blacklist.
 */
function permitOnTree(caller: Caller, { name, scope }: Resource, verb: Verb): void {
  if (caller.sees_root || scope !== 'tree' || READS.includes(verb)) return
  if (verb === 'create' && NOTED_ANYWHERE.includes(name)) return
  throw forbidden(`Only users of the topmost location may ${verb} ${name} records.`)
}

import type { Database } from '../../db/database.ts'
import type { Actor, Store } from '../../definition/store.ts'
import { recordEvents } from '../../events/record-events.ts'
import { newId } from '../../lib/id.ts'
import { invalid, invalidField, notFound } from '../../lib/problem.ts'
import { redactText } from '../../lib/redact-text.ts'
import { within } from '../../lib/within.ts'
import type { Cipher } from '../../ports/cipher.ts'
import type { Clock } from '../../ports/clock.ts'
import type { CertifiedCase, ConnectorSetting, Processor } from '../../ports/processor.ts'
import { producttransaction } from '../../resources/producttransaction/producttransaction.ts'
import { type Connectors, processorOf, UNNAMED, unsealing } from '../lifecycle/routing.ts'
import type { ProcessorAccounts, ShownAccount } from '../payments.ts'
import { connectProduct, disconnectProduct } from './change-account.ts'
import { readSettings } from './settings.ts'
import { ACCOUNT, type StoredAccount, secretsOf } from './stored-account.ts'

export interface AccountsContext {
  db: Database
  store: Store
  cipher: Cipher
  clock: Clock
  connectors: Connectors
  /** Plain http to this machine, in the sandbox. */
  allow_loopback: boolean
}

/** Milliseconds for one harmless call; longer than a connector's own limits. */
const CHECK_MS = 20_000
const LONGEST_COMPLAINT = 300

/** Which processor products go through, and the accounts they have there. Used by operators only. */
export function processorAccounts(context: AccountsContext): ProcessorAccounts & {
  certify(actor: Actor, product_id: string): Promise<AsyncIterable<CertifiedCase>>
} {
  const { connectors, cipher } = context
  const processors = unsealing(cipher, connectors)
  const opened = async (product_id: string): Promise<{ account: StoredAccount; processor: Processor }> => {
    const account = await currentAccount(context, product_id)
    const processor = processorOf(processors, account)
    if (!processor) throw invalidField('connector', notThere(account.connector, connectors))
    return { account, processor }
  }
  const noteAt = (actor: Actor, account: StoredAccount, verb: string, details: Record<string, unknown>) =>
    note(context, actor, account, verb, { connector: account.connector, ...details })
  return {
    async show(actor, product_id) {
      const account = await currentAccount(context, product_id)
      await noteAt(actor, account, 'processor_shown', {})
      return shown(context, account)
    },
    async connect(actor, product_id, { connector, settings }) {
      const connect = connector === UNNAMED ? undefined : Object.getOwnPropertyDescriptor(connectors, connector)?.value
      if (!connect) throw invalidField('connector', notThere(connector, connectors))
      const takes: readonly ConnectorSetting[] = connect.takes ?? []
      const given = readSettings(takes, settings, context)
      if ('problems' in given) throw invalid({ settings: Object.values(given.problems) })
      const has_secrets = takes.some(({ is_secret }) => is_secret)
      const change = await connectProduct(context, actor, product_id, { connector, has_secrets, ...given })
      return { ...shown(context, await currentAccount(context, product_id)), change }
    },
    disconnect: (actor, product_id) => disconnectProduct(context, actor, product_id),
    async check(actor, product_id) {
      const { account, processor } = await opened(product_id)
      const problem = await problemOf(processor, context.clock)
      await noteAt(actor, account, 'processor_checked', { is_working: problem === null })
      return { is_working: problem === null, problem }
    },
    async certify(actor, product_id) {
      const { account, processor } = await opened(product_id)
      if (!processor.certify) throw invalidField('connector', `Connector ${processor.name} has no test table.`)
      await noteAt(actor, account, 'processor_certified', {})
      return processor.certify()
    },
  }
}

/**
 * Returns what is wrong with an account in one line; null when address and credentials work. A connector without a
 * check of its own is asked about an order that was never sent.
 */
export async function problemOf(processor: Processor, clock: Clock): Promise<string | null> {
  try {
    const never = { reference: newId(clock.now()), action: 'sale', amount: 0n } as const
    await within<unknown>(CHECK_MS, processor.check ? processor.check() : processor.find(never))
    return null
  } catch (error) {
    const [line = ''] = redactText(error instanceof Error ? error.message : String(error)).split('\n')
    return line.slice(0, LONGEST_COMPLAINT) || 'it does not answer'
  }
}

/** Reads the account that new payments of a product are made with. Throws a 404 where there is no such product. */
async function currentAccount({ db }: Pick<AccountsContext, 'db'>, product_id: string): Promise<StoredAccount> {
  const text = `${ACCOUNT} join producttransaction p on p.root_id = a.root_id and p.processor_account_id = a.id where p.id = $1`
  const [account] = await db.query<StoredAccount>(text, [product_id])
  if (!account) throw notFound()
  return account
}

function shown({ cipher, connectors }: AccountsContext, account: StoredAccount): ShownAccount {
  const { product_transaction_id, version, connector, connector_settings } = account
  const masked = Object.keys(secretsOf(cipher, account)).map(name => [name, MASK])
  const is_connected = Object.hasOwn(connectors, connector ?? UNNAMED)
  const settings = { ...connector_settings, ...Object.fromEntries(masked) }
  return { product_transaction_id, connector, version, settings, is_connected }
}

/** What is shown of a secret: that there is one. */
const MASK = '********'

function notThere(connector: string | null, connectors: Connectors): string {
  const names = Object.keys(connectors).filter(name => name !== UNNAMED)
  const known = names.length > 0 ? `one of ${names.toSorted().join(', ')}` : 'one of this build, which has none'
  return connector === null ? 'Connector is not set for this product.' : `Connector must be ${known}.`
}

async function note(
  { db, clock }: AccountsContext,
  { caller }: Actor,
  { root_id, product_transaction_id }: StoredAccount,
  verb: string,
  details: Record<string, unknown>,
): Promise<void> {
  const about = { location_id: null, noun: producttransaction.name, record_id: product_transaction_id, verb, details }
  await recordEvents(db, clock, [{ caller: { ...caller, root_id }, ...about }])
}

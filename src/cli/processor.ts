import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { launchConnectors } from '../boot/mode.ts'
import { systemCaller } from '../definition/caller.ts'
import type { Actor } from '../definition/store.ts'
import { momentInWords } from '../lib/local-date.ts'
import { type AccountState, accountStates } from '../payments/accounts/account-states.ts'
import { processorAccounts } from '../payments/accounts/processor-accounts.ts'
import type { ShownAccount } from '../payments/payments.ts'
import { gatewayClock, type Operator, plainly } from './operator.ts'
import { operatorStore } from './operator-store.ts'

const OPTIONS = {
  product: { type: 'string', default: '' },
  connector: { type: 'string', default: '' },
  settings: { type: 'string', default: '' },
  json: { type: 'boolean', default: false },
} as const

type Work = (operator: Operator) => Promise<void>
type Values = Record<'product' | 'connector' | 'settings', string> & { json: boolean }

/** What one of its verbs does; `accounts` and `actor` are those of the product's merchant. */
type Verb = (at: Accounts & { operator: Operator; actor: Actor }, values: Values) => Promise<void>

const VERBS: Readonly<Record<string, Verb>> = { set, show, check, certify, remove }

/**
 * Connects products to processors: `set` gives a product its connector and account, `show` prints it with secrets
 * masked, `check` makes one harmless call, `certify` runs the processor's test table, `remove` takes the product away
 * and `list` shows all products.
 */
export function processor(args: string[]): Work {
  const { values, positionals } = parseArgs({ args, options: OPTIONS, allowPositionals: true })
  const [name = '', ...more] = positionals
  if (name === 'list' && more.length === 0) return operator => list(operator, values.json)
  const verb = Object.hasOwn(VERBS, name) ? VERBS[name] : undefined
  if (!verb || more.length > 0) throw new Error('processor needs one of set, show, check, certify, remove, list')
  if (!values.product) throw new Error(`processor ${name} needs --product <product_transaction_id>`)
  if (verb === set && !values.connector) throw new Error('processor set needs --connector <name>')
  return async operator => {
    const actor = { caller: systemCaller(await merchantOf(operator, values.product), 'operator') }
    await plainly(verb({ operator, actor, ...(await open(operator)) }, values))
  }
}

type Accounts = Awaited<ReturnType<typeof open>>

async function open(operator: Operator) {
  const { config, shutdown, db, ring: cipher } = operator
  const clock = await gatewayClock(db, operator.clock)
  const connectors = await launchConnectors(config, shutdown)
  const store = operatorStore({ ...operator, clock })
  const allow_loopback = config.mode === 'sandbox'
  const context = { db, store, cipher, clock, connectors, allow_loopback }
  return { context, accounts: processorAccounts(context) }
}

async function merchantOf({ db }: Operator, product: string): Promise<string> {
  const text = 'select root_id from producttransaction where id = $1'
  const [row] = await db.query<{ root_id: string }>(text, [product])
  if (!row) throw new Error(`there is no product ${product}`)
  return row.root_id
}

const CHANGED = {
  account: 'payments that begin from now on go there; what was open before stays where it is',
  secrets: 'the new secrets are used from now on, for payments that are open too',
  nothing: 'nothing has changed',
} as const

async function set({ accounts, actor, operator }: Parameters<Verb>[0], given: Values): Promise<void> {
  const settings = given.settings ? await settingsIn(given.settings) : {}
  const to = { connector: given.connector, settings }
  const { change, ...account } = await accounts.connect(actor, given.product, to)
  print(operator, account, given.json)
  if (given.json) return
  operator.print(CHANGED[change])
  if (Object.keys(settings).length > 0) operator.print(`secrets are sealed; ${given.settings} is not needed any more`)
}

/** Reads the file once. What it holds is in no error. */
async function settingsIn(path: string): Promise<object> {
  const text = await readFile(path, 'utf8').catch(error => {
    throw new Error(`${path} cannot be read: ${(error as NodeJS.ErrnoException).code}`)
  })
  let settings: unknown
  try {
    settings = JSON.parse(text)
  } catch {
    throw new Error(`${path} is not JSON`)
  }
  if (typeof settings !== 'object' || settings === null || Array.isArray(settings))
    throw new Error(`${path} must hold an object of names and texts`)
  return settings
}

async function show({ accounts, actor, operator }: Parameters<Verb>[0], { product, json }: Values): Promise<void> {
  print(operator, await accounts.show(actor, product), json)
}

async function check({ accounts, actor, operator }: Parameters<Verb>[0], { product, json }: Values): Promise<void> {
  const checked = await accounts.check(actor, product)
  if (json) operator.print(JSON.stringify(checked))
  if (checked.problem !== null) throw new Error(checked.problem)
  if (!json) operator.print('address and credentials work')
}

/** The report that can be handed in: a line for each row of the table, and the count. */
async function certify({ accounts, actor, operator }: Parameters<Verb>[0], { product }: Values): Promise<void> {
  const count = { passed: 0, failed: 0 }
  for await (const { name, expected, got, is_passed } of await accounts.certify(actor, product)) {
    operator.print(is_passed ? `passed  ${name}: ${got}` : `FAILED  ${name}: expected ${expected}, got ${got}`)
    count[is_passed ? 'passed' : 'failed'] += 1
  }
  operator.print(`${count.passed} passed, ${count.failed} failed`)
  if (count.failed > 0) throw new Error('not everything is as the processor has published it')
}

async function remove({ accounts, actor, operator }: Parameters<Verb>[0], { product }: Values): Promise<void> {
  const is_removed = await accounts.disconnect(actor, product)
  operator.print(is_removed ? 'nothing new begins there; what is open is still reached' : 'it has no connector')
}

function print(operator: Operator, account: ShownAccount, json: boolean): void {
  for (const line of json ? [JSON.stringify(account)] : linesOf(account)) operator.print(line)
}

function linesOf({ product_transaction_id, connector, version, settings, is_connected }: ShownAccount): string[] {
  const missing = is_connected ? '' : ', which is not connected'
  return [
    `product ${product_transaction_id}`,
    `connector ${connector ?? 'none'}${missing}, version ${version}`,
    ...Object.entries(settings).map(([name, value]) => `  ${name} ${value}`),
  ]
}

async function list(operator: Operator, json: boolean): Promise<void> {
  const { context } = await open(operator)
  for await (const states of accountStates(context))
    for (const each of states) operator.print(json ? JSON.stringify(each) : lineOf(each))
}

function lineOf({ product_transaction_id, title, location_name, connector, ...state }: AccountState): string {
  const { problem, unknowns, circuit_ts } = state
  const circuit = circuit_ts === null ? '' : `; circuit open since ${momentInWords(circuit_ts, 'UTC')}`
  const reached = problem === null ? 'reachable' : `not reachable: ${problem}`
  return `${title} of ${location_name} (${product_transaction_id}), connector ${connector ?? 'none'}: ${reached}${circuit}; ${unknowns} unknown`
}

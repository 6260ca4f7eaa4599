import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { SeededMerchant } from '../sandbox/seed.ts'
import { type Client, client } from './client.ts'
import type { ProcessorHost } from './hosts/processor-host.ts'
import type { Entry, Json } from './journal.ts'
import type { ConnectorName } from './options.ts'
import type { ProofRun } from './proof-run.ts'

/**
 * Opens a shop for each connector of the options, below the first merchant, whose products are connected to that
 * processor. Their programs have the rights of an operator, so that products can change their processor meanwhile.
 */
export async function connectMerchants(proof: ProofRun): Promise<void> {
  const { options, sandbox, hosts, chance } = proof
  if (options.connectors.length === 0) return
  const user = { ...sandbox.merchants[0]!.user, ...(await operator(proof)) }
  for (const connector of options.connectors) {
    const shop = await shopOf(client(proof, 0, chance), connector)
    const place = sandbox.merchants.push({ ...sandbox.merchants[0]!, ...shop, user }) - 1
    hosts.locations.add(shop.location_id)
    const mine = client(proof, place, chance)
    for (const id of [shop.cc_product_transaction_id, shop.ach_product_transaction_id])
      await made(connect(mine, id, hostOf(proof, connector)))
  }
}

/** Connects a product to a processor. */
export function connect(mine: Client, id: string, { connector, settings }: ProcessorHost): Promise<Entry> {
  const path = `/v2/producttransactions/${id}/processor`
  const body = { producttransaction: { connector, settings } }
  return mine.act('new processor', 'PUT', 'producttransaction', path, id, body, true)
}

function hostOf({ hosts }: ProofRun, connector: ConnectorName): ProcessorHost {
  return hosts.all.find(each => each.connector === connector)!
}

/** Returns the credentials of a user who may connect products. */
async function operator({ options, home, sandbox }: ProofRun): Promise<{ user_id: string; user_api_key: string }> {
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env
  const env = { PATH, NODE_COMPILE_CACHE, TOLLGATE_HOME: home }
  const asked = ['operator-user', '--merchant', sandbox.merchants[0]!.location_id, '--email', 'ops@gateway.example']
  const made = await promisify(execFile)(process.execPath, [join(options.tree, 'src/cli/main.ts'), ...asked], { env })
  return JSON.parse(made.stdout)
}

const OPEN = { industry_type: 'ecommerce', quick_invoice_allow: 1 }

type Shop = Pick<
  SeededMerchant,
  'location_id' | 'cc_product_transaction_id' | 'ach_product_transaction_id' | 'contact_id'
>

async function shopOf(root: Client, connector: string): Promise<Shop> {
  const { location_id: parent_id, user } = root.merchant
  const shop = { parent_id, name: `Shop with ${connector}`, branding_domain_url: user.domain }
  const { id: location_id } = await made(root.make('shop', 'location', shop))
  const product = (over: Json) => made(root.make('product', 'producttransaction', { location_id, ...OPEN, ...over }))
  const cc = await product({ title: 'Cards', payment_method: 'cc', processor: 'zgate', paylink_allow: 1 })
  const ach = await product({
    ...{ title: 'Bank accounts', payment_method: 'ach', processor: 'ach' },
    ...{ ach_allow_debit: 1, ach_allow_credit: 1, debit_allow_void: 1 },
  })
  const defaults = { location: { default_cc: cc.id, default_ach: ach.id } }
  await made(root.act('shop', 'PUT', 'location', `/v2/locations/${location_id}`, location_id, defaults))
  const { id: contact_id } = await made(root.make('payer', 'contact', { location_id, last_name: 'Payer' }))
  return { location_id, cc_product_transaction_id: cc.id, ach_product_transaction_id: ach.id, contact_id }
}

/** The record that came of it. Throws where the gateway did not take it. */
async function made(asking: Promise<Entry>): Promise<Json> {
  const { what, state, status, answer } = await asking
  if (state !== 'acknowledged') throw new Error(`${what} could not be set up: ${status} ${JSON.stringify(answer)}`)
  return answer
}

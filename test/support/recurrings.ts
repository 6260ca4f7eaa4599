import assert from 'node:assert/strict'
import { after } from 'node:test'
import { ValidationError } from '../../packages/client/src/index.js'
import type { Connector, Processor } from '../../src/ports/processor.ts'
import { type Json, type TestApp, type TestAppOptions, testApp } from './app.ts'
import { connectProducts } from './connect-products.ts'
import { saleBody } from './payments.ts'
import { refusal } from './typed-client.ts'

/** Far enough ahead of any machine's clock, which the test clock cannot fall behind. */
export const TODAY = '2040-03-10'
/** Noon in New York. */
export const NOON = 2215011600

export interface RecurringSite {
  t: TestApp
  location_id: string
  contact_id: string
  /** The card that recurrings are billed to by default. */
  vault: Json
  makeVault(over?: Json): Promise<Json>
  /** The body of a POST that fits, changed by `over`. */
  sent(over?: Json): Json
  make(over?: Json): Promise<Json>
  /** The same with its status and headers. */
  post(over?: Json): ReturnType<TestApp['api']['post']>
  /** The fields a POST is refused for. */
  refused(over: Json): Promise<string[]>
  put(id: string, recurring: Json): ReturnType<TestApp['api']['put']>
  act(id: string, command: string): ReturnType<TestApp['api']['post']>
}

/** A gateway on a day in 2040 with a card to bill; it is closed when the file's tests are done. */
export async function recurringSite(name: string, options: TestAppOptions = {}): Promise<RecurringSite> {
  const t = await testApp(name, options)
  after(() => t.close())
  await t.clock.moveTo(NOON, t.app.worker)
  const { location_id, contact_id } = t.merchants[0]
  const makeVault = (over: Json = {}): Promise<Json> => {
    const card = { payment_method: 'cc', account_number: '4111111111111111', exp_date: '1249' } as const
    return t.api.accountvaults.create({ location_id, contact_id, ...card, ...over })
  }
  const vault = await makeVault()
  const sent = (over: Json = {}): Json => {
    const plan = { transaction_amount: '10.00', interval: '1', interval_type: 'm', start_date: '2040-03-31' }
    return { recurring: { account_vault_id: vault.id, location_id, ...plan, ...over } }
  }
  return {
    t,
    location_id,
    contact_id,
    vault,
    makeVault,
    sent,
    make: (over = {}) => t.api.recurrings.create(sent(over).recurring),
    post: (over = {}) => t.api.post('recurrings', sent(over)),
    async refused(over) {
      const { status, fields } = await refusal(t.api.recurrings.create(sent(over).recurring), ValidationError)
      assert.equal(status, 422)
      return Object.keys(fields)
    },
    put: (id, recurring) => t.api.put(`recurrings/${id}`, { recurring }),
    act: (id, command) => t.api.post(`recurrings/${id}/${command}`),
  }
}

/** The same at a processor, whose host is closed as well. */
export async function connectedSite(
  name: string,
  { processor, amounts, close }: { processor: Processor; amounts?: Connector['amounts']; close(): Promise<void> },
): Promise<RecurringSite> {
  after(close)
  const retry_policy = { find_ms: [10], poll_ms: 500 }
  const connector: Connector = Object.assign(() => processor, amounts && { amounts })
  const site = await recurringSite(name, { connectors: { [name]: connector }, retry_policy })
  await connectProducts(site.t, { connector: name })
  return site
}

/** A sale with a card that has not expired on that day. */
export function cardSale(over: Json = {}): Json {
  return saleBody({ exp_date: '1249', ...over })
}

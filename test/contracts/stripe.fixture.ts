import { newId } from '../../src/lib/id.ts'
import type { Connector, Outcome, Processor, ProcessorAccount } from '../../src/ports/processor.ts'
import type { Action, BankInstrument, CardInstrument, ProcessorRequest } from '../../src/ports/processor-request.ts'
import { type HttpSettings, processorHttp } from '../../src/processors/http.ts'
import { stripe } from '../../src/processors/stripe/index.ts'
import { openStripeHost, type StripeHost, WEBHOOK_SECRET } from '../hosts/stripe/index.ts'
import { ask, orderOf } from './processor.contract.ts'

export const visa: CardInstrument = { kind: 'card', number: '4242424242424242', exp_date: '1230', brand: 'visa' }
export const checking: BankInstrument = {
  kind: 'bank',
  routing: '110000000',
  account_number: '000123456789',
  account_type: 'checking',
  account_holder_name: 'Wilma Testperson',
  is_company: false,
  sec_code: 'WEB',
}

/** A card payment of 10.00. */
export function pay(action: Action, more: Partial<ProcessorRequest> = {}): ProcessorRequest {
  return orderOf(action, 1000n, { instrument: visa, ...more })
}

export interface StripeRoom {
  host: StripeHost
  processor: Processor
  /** What the connector declares of amounts. */
  amounts: Connector['amounts']
  send(request: ProcessorRequest): Promise<Outcome>
  /** The same connector with other settings, or another way to processors. */
  another(credentials: Readonly<Record<string, string>>, http?: HttpSettings): Processor
  /** Parameters of the last request, as the form had them. */
  sent(): Record<string, string>
  /** All that was written down: by the host, without what it received. */
  written(): string
  close(): Promise<void>
}

/** The product of every account in these tests. */
export const PRODUCT = newId(Date.now())

const ALL = 'incremental_authorization, network_transaction_id, moto, skip_bank_verification'

/** A host of Stripe's API on this machine, and the connector to it. */
export async function openStripeRoom(features = ALL): Promise<StripeRoom> {
  const host = await openStripeHost(features.split(/, */).filter(Boolean))
  const settings = { secret_key: host.secret_key, url: host.url, webhook_secret: WEBHOOK_SECRET, features }
  const ways = new Set<ReturnType<typeof processorHttp>>()
  const another: StripeRoom['another'] = (credentials, http = {}) => {
    const way = processorHttp({ allow_loopback: true, connect_ms: 1_000, call_ms: 2_000, ...http })
    ways.add(way)
    return stripe({ http: way })(accountOf({ ...settings, ...credentials }))
  }
  const processor = another({}, { call_ms: 10_000 })
  return {
    host,
    another,
    processor,
    amounts: stripe({ http: processorHttp({ allow_loopback: true }) }).amounts,
    send: request => ask(processor, request),
    sent: () => Object.fromEntries(new URLSearchParams(host.received.at(-1)!.body)),
    written: () => JSON.stringify([...host.book.intents.values(), ...host.book.charges.values()]),
    async close() {
      for (const way of ways) way.close()
      await host.close()
    },
  }
}

function accountOf(credentials: Readonly<Record<string, string>>): ProcessorAccount {
  const id = newId(Date.now())
  return {
    id,
    root_id: id,
    product_transaction_id: PRODUCT,
    version: 1,
    processor: 'stripe',
    settings: {},
    credentials,
  }
}

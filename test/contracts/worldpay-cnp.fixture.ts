import { openFolder } from '../../src/adapters/odfi/index.ts'
import type { Outcome, Processor, ProcessorAccount } from '../../src/ports/processor.ts'
import type { Action, BankInstrument, CardInstrument, ProcessorRequest } from '../../src/ports/processor-request.ts'
import { type ProcessorHttp, processorHttp } from '../../src/processors/http.ts'
import { worldpayCnp } from '../../src/processors/worldpay-cnp/index.ts'
import { MERCHANT, type WorldpayHost, worldpayHost } from '../hosts/worldpay-cnp/index.ts'

/** A card of nobody's table, which Worldpay approves. */
export const VISA: CardInstrument = { kind: 'card', number: '4111111111111111', exp_date: '1230', brand: 'visa' }
export const MASTERCARD: CardInstrument = { kind: 'card', number: '5454545454545454', exp_date: '0131', brand: 'mc' }
export const CHECKING: BankInstrument = {
  kind: 'bank',
  routing: '011100012',
  account_number: '1099999003',
  account_type: 'checking',
  account_holder_name: 'Wilma Testperson',
  is_company: false,
  sec_code: 'WEB',
}

/** An amount that the host answers with a response code. */
export const askingFor = (code: string): bigint => BigInt(`7000${code}`)

export interface WorldpayRoom {
  host: WorldpayHost
  processor: Processor
  /** The same merchant with other settings. */
  with(credentials: Readonly<Record<string, string>>): Processor
  /** The XML of the last transaction, without the envelope around it. */
  sent(): string
  close(): Promise<void>
}

export async function worldpayRoom(call_ms = 1_000): Promise<WorldpayRoom> {
  const host = await worldpayHost()
  const http = processorHttp({ allow_loopback: true, call_ms })
  const open = (credentials: Readonly<Record<string, string>>) => openWorldpay(http, credentials)
  const settings = { ...MERCHANT, url: host.address, descriptors: 'yes' }
  return {
    host,
    processor: open(settings),
    with: credentials => open({ ...settings, ...credentials }),
    sent() {
      const body = host.received.at(-1)!.body
      return body.slice(body.indexOf('</authentication>') + '</authentication>'.length, -'</cnpOnlineRequest>'.length)
    },
    async close() {
      http.close()
      await host.close()
    },
  }
}

export function openWorldpay(http: ProcessorHttp, credentials: Readonly<Record<string, string>>): Processor {
  const account: ProcessorAccount = {
    id: 'a'.repeat(24),
    root_id: 'b'.repeat(24),
    product_transaction_id: 'c'.repeat(24),
    version: 1,
    processor: 'worldpay-cnp',
    settings: {},
    credentials,
  }
  return worldpayCnp({ http, openFolder })(account)
}

/** Remembers every outcome and error that a processor has given. */
export function recorded(processor: Processor, said: string[]): Processor {
  const note = (value: unknown) =>
    said.push(JSON.stringify(value, (_, each) => (typeof each === 'bigint' ? each.toString() : each)))
  const actions = Object.entries(processor.actions).map(([name, act]) => [
    name,
    async (request: ProcessorRequest): Promise<Outcome> => {
      const outcome = await act(request)
      note(outcome)
      return outcome
    },
  ])
  return {
    ...processor,
    actions: Object.fromEntries(actions) as Record<Action, (request: ProcessorRequest) => Promise<Outcome>>,
    find: async asked => {
      const found = await processor.find(asked).catch(error => {
        said.push(String(error.stack))
        throw error
      })
      note(found)
      return found
    },
  }
}

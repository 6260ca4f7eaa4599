import type { Processor } from '../../src/ports/processor.ts'
import type { BankInstrument, CardInstrument } from '../../src/ports/processor-request.ts'
import { authorizenet } from '../../src/processors/authorizenet/index.ts'
import { processorHttp } from '../../src/processors/http.ts'
import { type AuthorizeNetHost, LOGIN, openAuthorizeNet, SIGNATURE_KEY } from '../hosts/authorizenet/index.ts'

/** Numbers of Authorize.Net's testing guide. */
export const visa: CardInstrument = { kind: 'card', number: '4111111111111111', exp_date: '1230', brand: 'visa' }
export const checking: BankInstrument = {
  kind: 'bank',
  routing: '072000326',
  account_number: '123456789',
  account_type: 'checking',
  account_holder_name: 'Wilma Testperson',
  is_company: false,
  sec_code: 'WEB',
}

/** Opens the connector for an account with these credentials beside or instead of those that work. */
export function connect(url: string, more: Record<string, string> = {}, call_ms = 300): Processor {
  const http = processorHttp({ allow_loopback: true, call_ms })
  const credentials = { url, ...LOGIN, signature_key: SIGNATURE_KEY, ...more }
  const account = { id: 'a1'.repeat(12), root_id: 'b2'.repeat(12), product_transaction_id: 'c3'.repeat(12), version: 1 }
  return authorizenet({ http })({ ...account, processor: 'authorizenet', settings: {}, credentials })
}

export interface AuthorizeNetRoom {
  host: AuthorizeNetHost
  processor: Processor
  close(): Promise<void>
}

/** Authorize.Net's host on this machine, and the connector to it. */
export async function authorizenetRoom(now?: () => number): Promise<AuthorizeNetRoom> {
  const host = await openAuthorizeNet(now)
  return { host, processor: connect(host.url, {}, 5_000), close: host.close }
}

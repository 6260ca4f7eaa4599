import type { Tollgate } from '../../packages/client/src/index.js'
import type { Answer, Client, Json } from './app.ts'

/** Bodies of account vaults that are accepted as they are, and common checks of their answers. */

export const CARD = '4111111111111111'
export const BANK_NUMBER = '856667001122'
export const ROUTING = '072000326'

/** The four fields a card needs (contract 2.3), and what is sent over them; undefined takes a field away. */
export function cardBody(location_id: string, over: Json = {}): Json {
  return { payment_method: 'cc', account_number: CARD, exp_date: '1230', location_id, ...over }
}

/** The seven fields a bank account needs. */
export function bankBody(location_id: string, over: Json = {}): Json {
  return {
    payment_method: 'ach',
    account_number: BANK_NUMBER,
    account_holder_name: 'Pat Example',
    account_type: 'checking',
    is_company: 0,
    routing: ROUTING,
    location_id,
    ...over,
  }
}

export function storeVault(api: Client, accountvault: Json, headers?: Record<string, string>): Promise<Answer> {
  return api.post('accountvaults', { accountvault }, headers)
}

/** Stores a vault that must be accepted, and returns its record. */
export function storedVault(api: Tollgate, accountvault: Json): Promise<Json> {
  return api.accountvaults.create(accountvault)
}

/** The fields that an answer refuses, in alphabetical order; throws when it refuses no fields. */
export function refused(answer: Answer): string[] {
  if (answer.status !== 422) throw new Error(`expected a 422, got ${answer.status}: ${answer.text}`)
  return Object.keys(answer.body.errors).toSorted()
}

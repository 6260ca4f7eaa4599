import type { Random } from '../../conformance/fuzz/random.ts'
import type { Client } from '../client.ts'
import type { Entry, Json } from '../journal.ts'

/** What merchants and payers do, step by step. Never: what has to come of it, which is for `reconcile`. */
export type Scenario = (client: Client) => Promise<unknown>

export const CARD = { account_number: '4111111111111111', exp_date: '1245' } as const

/** An amount such as `12.34`, above all that a simulator has a rule for. */
export function amount(chance: Random, from = 1100, to = 30_000): string {
  return (from + chance.below(to - from)).toString().replace(/(..)$/, '.$1')
}

/** What takes its time, is declined, or is approved in part only: now and then. */
export function anyAmount(chance: Random): string {
  const dice = chance.below(12)
  if (dice === 0) return chance.pick(['8.02', '8.05', '8.09', '8.20'])
  if (dice === 1) return chance.pick(['5.00', '6.16', '6.08'])
  if (dice === 2) return '2.01'
  return amount(chance)
}

/** Amounts whose voids and completions are slow at the simulator. */
export function slowLater(chance: Random): string {
  return chance.oneIn(3) ? chance.pick(['9.02', '9.05', '9.09']) : amount(chance)
}

/** A part of an amount, in percent. */
export function part(of: string, percent: number): string {
  const cents = Math.max(1, Math.floor(((Number(of) * percent) / 100) * 100 + 0.5))
  return (cents / 100).toFixed(2)
}

export function payment(client: Client, action: string, transaction_amount: string, more: Json = {}): Promise<Entry> {
  const { location_id } = client.merchant
  const account = { payment_method: 'cc', ...CARD }
  const receipt = client.chance.oneIn(2) ? { notification_email_address: 'ADDRESS' } : {}
  const record = { action, location_id, transaction_amount, order_num: 'MARK', ...account, ...receipt, ...more }
  return client.make(action, 'transaction', record)
}

/** An action on a transaction, such as a void. */
export function onto(client: Client, action: string, id: string, more: Json = {}, racing = false): Promise<Entry> {
  const body = { transaction: { action, ...more } }
  return client.act(action, 'PUT', 'transaction', `/v2/transactions/${id}`, id, body, racing)
}

/** Whether the client received an approval. */
export function isApproved({ state, answer }: Entry): boolean {
  return state === 'acknowledged' && [101, 102, 111, 131].includes(answer?.status_id)
}

/** Waits for all of them, also when one of them has no answer, so that none is left running. */
export async function together(...all: readonly Promise<Entry>[]): Promise<Entry[]> {
  const done = await Promise.allSettled(all)
  return done.flatMap(each => (each.status === 'fulfilled' ? [each.value] : []))
}

import { join } from 'node:path'
import { seedMerchant } from '../sandbox/seed.ts'
import { MERCHANTS } from '../sandbox/seed-data.ts'
import { openAnyKeyRing } from '../src/adapters/cipher/keyring/index.ts'
import { machineClock } from '../src/adapters/clock/machine.ts'
import { operatorStore } from '../src/cli/operator-store.ts'
import type { Database } from '../src/db/database.ts'
import { copyInvoice } from './copy-invoice.ts'
import type { Gateway } from './gateway.ts'
import { type Load, run } from './measure.ts'

const OTHER_MERCHANTS = 98
/** Seconds of sales to refund, if there are too few. */
const SELLING = 2
/** Refunds are partial and rotate through at least this many sales. */
const FEWEST_SALES = 100

export interface Payer {
  location_id: string
  keys: Record<string, string>
}

const CARD = { payment_method: 'cc', account_number: '4111111111111111', exp_date: '1249' } as const

export function saleLoad(url: string, payers: readonly Payer[]): Load {
  let turn = 0
  const next = () => {
    turn += 1
    const { keys: headers, location_id } = payers[turn % payers.length]!
    const transaction = { action: 'sale', location_id, transaction_amount: '11.00', ...CARD }
    return { path: '/v2/transactions', headers, body: { transaction } }
  }
  return { url, next }
}

/** Pays each invoice once on its page. The forms are opened before the measurement. */
export async function invoiceLoad(db: Database, gateway: Gateway, payer: Payer, count: number): Promise<Load> {
  const { url } = gateway
  const { location_id, keys } = payer
  const quickinvoice = { location_id, title: 'First', due_date: '2049-12-31', item_list: { Work: 10 } }
  const answer = await fetch(`${url}/v2/quickinvoices`, {
    method: 'POST',
    headers: { ...keys, 'content-type': 'application/json' },
    body: JSON.stringify({ quickinvoice }),
  })
  const { quickinvoice: made } = (await answer.json()) as { quickinvoice: { id: string } }
  await copyInvoice(db, made.id, count)
  // The simulator delays or declines some other amounts.
  await db.run('update quickinvoice set amount_due = 1000, remaining_balance = 1000 where location_id = $1', [
    location_id,
  ])
  await db.run('vacuum analyze quickinvoice')
  const invoices = await db.query<{ id: string }>('select id from quickinvoice where location_id = $1', [location_id])
  const forms: { path: string; form: Record<string, string> }[] = []
  const open = async (): Promise<void> => {
    for (let next = invoices.pop(); next; next = invoices.pop()) {
      const path = `/quickinvoice/?id=${next.id}`
      const page = await (await fetch(url + path)).text()
      const hidden = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(page)?.[1] ?? ''
      const form = { ...CARD_FORM, attempt: hidden('attempt'), shown_amount: hidden('shown_amount') }
      forms.push({ path, form })
    }
  }
  await Promise.all(Array.from({ length: 16 }, open))
  const headers = { 'sec-fetch-site': 'same-origin' }
  const next = () => {
    const form = forms.pop()
    if (!form) throw new Error('more invoices are needed')
    return { ...form, headers }
  }
  return { url, next }
}

const CARD_FORM = {
  payment_method: 'cc',
  cc_account_number: '4111111111111111',
  cc_exp_date: '12/49',
  cc_cvv: '999',
  cc_account_holder_name: 'Rosa Lindqvist',
}

/** Refunds sales in parts of 1.00. */
export async function refundLoad(db: Database, { url }: Gateway, { location_id, keys: headers }: Payer): Promise<Load> {
  const text = `select id from transaction where location_id = $1 and status_id = 101 and transaction_amount = 1100`
  if ((await db.query(text, [location_id])).length < FEWEST_SALES)
    await run(saleLoad(url, [{ location_id, keys: headers }]), SELLING, 16)
  const sales = await db.query<{ id: string }>(text, [location_id])
  let turn = 0
  const next = () => {
    turn += 1
    const previous_transaction_id = sales[turn % sales.length]!.id
    const transaction = { action: 'refund', payment_method: 'cc', previous_transaction_id, transaction_amount: '1.00' }
    return { path: '/v2/transactions', headers, body: { transaction } }
  }
  return { url, next }
}

/** Creates more merchants like the two of the sandbox. */
export async function otherPayers(db: Database, { sandbox }: Gateway, home: string): Promise<Payer[]> {
  const clock = machineClock
  const cipher = await openAnyKeyRing({ path: join(home, 'keyring.json'), create: false, clock })
  const store = operatorStore({ db, clock })
  const made: Payer[] = []
  while (made.length < OTHER_MERCHANTS) {
    const merchant = { ...MERCHANTS[0]!, name: `Merchant ${made.length}`, domain: `merchant-${made.length}.example` }
    const { location_id, user } = await seedMerchant({ store, cipher, clock }, merchant)
    const { user_id, user_api_key } = user
    made.push({
      location_id,
      keys: { 'developer-id': sandbox.developer_id, 'user-id': user_id, 'user-api-key': user_api_key },
    })
  }
  cipher.close()
  return made
}

import { debit, invoice, pay, sell, subscribe } from './events.js'

/** @import { Stage } from './events.js' */

/** Payers of the shop, in turn. */
const NAMES = ['Ash', 'Birch', 'Cedar', 'Elder', 'Hazel', 'Juniper', 'Linden', 'Maple', 'Rowan', 'Willow']
const ITEMS = ['Hedge', 'Lawn', 'Roses', 'Paving', 'Compost']
const SALES_A_MONTH = 6
const SUBSCRIPTIONS = ['9.90', '14.90', '24.90']

/**
 * Makes a shop with this many months of history: subscriptions that are charged, sales, declines, refunds, invoices
 * paid and not paid, and bank debits of which one comes back. Every run makes the same. Returns how much of each.
 * @param {Stage} stage
 * @param {number} months
 * @param {(month: number) => void} tell Called after each month.
 */
export async function makeHistory(stage, months, tell) {
  const { tollgate, shop } = stage
  const made = { contacts: 0, sales: 0, declines: 0, refunds: 0, invoices: 0, subscriptions: 0, debits: 0 }
  for (const amount of SUBSCRIPTIONS) {
    await subscribe(stage, amount)
    made.subscriptions += 1
  }
  for (let month = 0; month < months; month += 1) {
    const last_name = NAMES[month % NAMES.length] ?? 'Ash'
    const email = `${last_name.toLowerCase()}.${month}@example.com`
    const contact = await tollgate.contacts.create({
      location_id: shop.location_id,
      first_name: 'Pat',
      last_name,
      email,
    })
    const contact_id = contact.id
    const amounts = Array.from(
      { length: SALES_A_MONTH },
      (_, index) => `${20 + ((month * 7 + index * 13) % 60)}.${index}0`,
    )
    const sales = await Promise.all(amounts.map(amount => sell(stage, amount, { contact_id })))
    await sell(stage, '6.15', { contact_id })
    await giveBack(stage, sales[0]?.id ?? '', '5.00')
    await bill(stage, month)
    if (shop.bank) await debit(stage, month === 1 ? '990002101' : '100012345', `${40 + month}.00`)
    made.contacts += 1
    made.sales += sales.length
    made.declines += 1
    made.refunds += 1
    made.invoices += 2
    made.debits += shop.bank ? 1 : 0
    await stage.advance('P1M')
    tell(month + 1)
  }
  return made
}

/**
 * @param {Stage} stage
 * @param {string} previous_transaction_id
 * @param {string} transaction_amount
 */
async function giveBack({ tollgate, shop: { location_id } }, previous_transaction_id, transaction_amount) {
  const of = { location_id, previous_transaction_id, transaction_amount }
  await tollgate.transactions.create({ ...of, action: 'refund', payment_method: 'cc' })
}

/**
 * Two invoices, one of which is paid.
 * @param {Stage} stage
 * @param {number} month
 */
async function bill(stage, month) {
  const item = ITEMS[month % ITEMS.length] ?? 'Hedge'
  const { id } = await invoice(stage, { [item]: `${60 + month}.00` })
  await pay(stage, id, `${60 + month}.00`)
  await invoice(stage, { [item]: `${35 + month}.00` })
}

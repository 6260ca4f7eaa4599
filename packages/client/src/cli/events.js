import { Problem } from './problem.js'

/** @import { RequestOptions } from '../../types/api.js' */
/** @import { Sandbox, Shop } from './sandbox.js' */

/**
 * @typedef {object} Stage What an event is made with.
 * @property {Sandbox['tollgate']} tollgate
 * @property {Shop} shop
 * @property {(span: string) => Promise<void>} advance Moves the sandbox's clock.
 * @property {() => Promise<string>} today The day at the sandbox's clock, `yyyy-mm-dd`.
 */

/** @typedef {[resource: string, record: Record<string, any>]} Made */

/** @param {Stage} stage */
const cardOf = ({ shop }) => ({
  location_id: shop.location_id,
  product_transaction_id: shop.card,
  payment_method: /** @type {const} */ ('cc'),
  account_number: '4111111111111111',
  exp_date: '1249',
})

/**
 * @param {Stage} stage
 * @param {string} transaction_amount
 * @param {Record<string, any>} [over]
 * @param {RequestOptions} [options]
 */
export function sell(stage, transaction_amount, over = {}, options = {}) {
  const fields = { ...cardOf(stage), action: /** @type {const} */ ('sale'), transaction_amount, ...over }
  return stage.tollgate.transactions.create(fields, options)
}

/**
 * @param {Stage} stage
 * @param {string} account_number
 * @param {string} transaction_amount
 */
export function debit({ tollgate, shop }, account_number, transaction_amount) {
  if (!shop.bank) throw new Problem('The location of this user has no product for bank accounts.', 1)
  return tollgate.transactions.create({
    location_id: shop.location_id,
    product_transaction_id: shop.bank,
    action: 'debit',
    payment_method: 'ach',
    ach_sec_code: 'WEB',
    routing: '111000025',
    account_number,
    account_type: 'checking',
    account_holder_name: 'Pat Example',
    transaction_amount,
  })
}

/**
 * @param {Stage} stage
 * @param {Record<string, any>} item_list
 */
export async function invoice(stage, item_list) {
  const { tollgate, shop } = stage
  const due_date = `${Number((await stage.today()).slice(0, 4)) + 1}-01-31`
  return tollgate.quickinvoices.create({ location_id: shop.location_id, title: 'Garden work', due_date, item_list })
}

/**
 * @param {Stage} stage
 * @param {string} quickinvoice_id
 * @param {string} amount
 */
export async function pay(stage, quickinvoice_id, amount) {
  const sale = await sell(stage, amount)
  const paid = await stage.tollgate.quickinvoices.addTransaction(quickinvoice_id, { transaction_id: sale.id })
  return { sale, paid }
}

/**
 * @param {Stage} stage
 * @param {string} transaction_amount
 */
export async function subscribe(stage, transaction_amount) {
  const { tollgate, shop } = stage
  const { id: contact_id } = await tollgate.contacts.create({ location_id: shop.location_id, last_name: 'Subscriber' })
  const { location_id, payment_method, account_number, exp_date } = cardOf(stage)
  const vault = { location_id, payment_method, account_number, exp_date, contact_id }
  const { id: account_vault_id } = await tollgate.accountvaults.create(vault)
  const start_date = dayAfter(await stage.today())
  return tollgate.recurrings.create({
    location_id,
    account_vault_id,
    payment_method,
    transaction_amount,
    interval: 1,
    interval_type: 'm',
    start_date,
  })
}

/** @param {string} day */
function dayAfter(day) {
  return new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)
}

/**
 * Returns the payments of a recurring.
 * @param {Stage} stage
 * @param {string} recurring_id
 */
async function chargesOf({ tollgate }, recurring_id) {
  const { records } = await tollgate.transactions.list({ recurring_id }).page()
  return records.map(record => /** @type {Made} */ (['transaction', record]))
}

/**
 * @param {Stage} stage
 * @param {string} account_number
 */
async function debited(stage, account_number) {
  const { id } = await debit(stage, account_number, '44.00')
  await stage.advance('P6D')
  return [/** @type {Made} */ (['transaction', await stage.tollgate.transactions.get(id)])]
}

/**
 * What can be made to happen: what it is, and how.
 * @type {Record<string, [says: string, make: (stage: Stage) => Promise<Made[]>]>}
 */
export const EVENTS = {
  'sale-approved': ['a card sale, approved', async stage => [['transaction', await sell(stage, '11.00')]]],
  'sale-declined': ['a card sale, declined: do not honor', async stage => [['transaction', await sell(stage, '6.15')]]],
  'sale-lost': [
    'a card sale whose answer is lost between gateway and processor',
    async stage => {
      const headers = { 'tollgate-sandbox-fault': 'drop_after' }
      return [['transaction', await sell(stage, '21.00', {}, { headers })]]
    },
  ],
  captured: [
    'an authorisation, captured',
    async stage => {
      const { id } = await sell(stage, '30.00', { action: 'authonly' })
      return [['transaction', await stage.tollgate.transactions.authcomplete(id)]]
    },
  ],
  voided: [
    'a card sale, voided',
    async stage => {
      const { id } = await sell(stage, '12.00')
      return [['transaction', await stage.tollgate.transactions.void(id)]]
    },
  ],
  refunded: [
    'a card sale, half of it refunded',
    async stage => {
      const sale = await sell(stage, '50.00')
      const of = { previous_transaction_id: sale.id, payment_method: /** @type {const} */ ('cc') }
      const refund = { ...of, action: /** @type {const} */ ('refund'), transaction_amount: '25.00' }
      const back = await stage.tollgate.transactions.create({ ...refund, location_id: stage.shop.location_id })
      return [
        ['transaction', sale],
        ['transaction', back],
      ]
    },
  ],
  'invoice-made': [
    'a quick invoice, not paid yet',
    async stage => [['quickinvoice', await invoice(stage, { Hedge: '80.00', Lawn: '45.50' })]],
  ],
  'invoice-paid': [
    'a quick invoice, paid by card',
    async stage => {
      const { id } = await invoice(stage, { Hedge: '80.00', Lawn: '45.50' })
      const { sale, paid } = await pay(stage, id, '125.50')
      return [
        ['quickinvoice', paid],
        ['transaction', sale],
      ]
    },
  ],
  'recurring-charged': [
    'a monthly payment, charged for the first time; moves the clock two days',
    async stage => {
      const recurring = await subscribe(stage, '9.90')
      await stage.advance('P2D')
      return [
        ['recurring', await stage.tollgate.recurrings.get(recurring.id)],
        ...(await chargesOf(stage, recurring.id)),
      ]
    },
  ],
  'debit-settled': ['a bank debit that is paid; moves the clock six days', stage => debited(stage, '100012345')],
  'debit-returned': [
    'a bank debit that comes back for lack of funds (R01); moves the clock six days',
    stage => debited(stage, '990002101'),
  ],
  'batch-settled': [
    'a card sale, and the settlement of its batch; moves the clock a day',
    async stage => {
      const { id } = await sell(stage, '15.00')
      await stage.advance('P1D')
      const sale = await stage.tollgate.transactions.get(id, { expand: ['transaction_batch'] })
      return [
        ['transaction', sale],
        ['transactionbatch', sale.transaction_batch ?? {}],
      ]
    },
  ],
  'contact-made': [
    'a contact',
    async ({ tollgate, shop }) => {
      const fields = { location_id: shop.location_id, last_name: 'Example', email: 'pat@example.com' }
      return [['contact', await tollgate.contacts.create(fields)]]
    },
  ],
}

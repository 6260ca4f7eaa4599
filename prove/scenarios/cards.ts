import { connect } from '../connect-merchants.ts'
import type { Entry } from '../journal.ts'
import {
  amount,
  anyAmount,
  CARD,
  isApproved,
  onto,
  part,
  payment,
  type Scenario,
  slowLater,
  together,
} from './scenario.ts'

export const sale: Scenario = client => payment(client, 'sale', anyAmount(client.chance))

/** An authorization that may be raised, and is then captured in part or in full, or voided. */
export const authorization: Scenario = async client => {
  const { chance } = client
  if (chance.oneIn(6)) return raisedInPart(client)
  const asked = slowLater(chance)
  const held = await payment(client, 'authonly', asked, { tax: part(asked, 50) })
  if (!isApproved(held)) return
  const { id } = held.answer
  if (chance.oneIn(4)) await onto(client, 'authincrement', id, { transaction_amount: part(asked, 130) })
  if (chance.oneIn(4)) return onto(client, 'void', id)
  if (chance.oneIn(5)) {
    const take = onto(client, 'authcomplete', id, { transaction_amount: asked }, true)
    return together(take, onto(client, 'void', id, {}, true))
  }
  const taken = part(asked, 100 - chance.below(60))
  return onto(client, 'authcomplete', id, { transaction_amount: taken, tax: part(taken, 50) })
}

/** An authorization is raised to an amount that the processor approves in part, with a tax of more than that part. */
const raisedInPart: Scenario = async client => {
  const held = await payment(client, 'authonly', '1.00', { tax: '0.10' })
  if (!isApproved(held)) return
  const { id } = held.answer
  await onto(client, 'authincrement', id, { transaction_amount: '2.02', tax: '1.60' })
  return client.chance.oneIn(3) ? onto(client, 'void', id) : onto(client, 'authcomplete', id)
}

/** A sale that is voided. */
export const voided: Scenario = async client => {
  const sold = await payment(client, 'sale', slowLater(client.chance))
  if (!isApproved(sold)) return
  const { id } = sold.answer
  if (client.chance.oneIn(3)) return together(onto(client, 'void', id, {}, true), onto(client, 'void', id, {}, true))
  return onto(client, 'void', id)
}

/** Several refunds at once, which may never add up to more than was captured. */
export const refunds: Scenario = async client => {
  const { chance } = client
  const asked = amount(chance)
  const sold = await payment(client, 'sale', asked)
  if (!isApproved(sold)) return
  const previous_transaction_id = sold.answer.id
  const back = (percent: number) => {
    const { location_id } = client.merchant
    const order = { location_id, previous_transaction_id, payment_method: 'cc', order_num: 'MARK' }
    const wanted = { action: 'refund', transaction_amount: part(asked, percent), ...order }
    return client.make('refund', 'transaction', wanted, true)
  }
  const given = await together(...chance.pick(SHARES).map(back))
  if (chance.oneIn(3)) await together(onto(client, 'void', previous_transaction_id, {}, true), back(20))
  const last = given.findLast(isApproved)
  if (last && chance.oneIn(3)) await onto(client, 'void', last.answer.id)
}

/** Two refunds at once of one of the latest sales, which its processor may have settled. */
export const backLater: Scenario = async client => {
  const { proof, merchant, chance } = client
  const is_own = ({ what, merchant: place }: Entry) => what === 'sale' && proof.sandbox.merchants[place] === merchant
  const sales = proof.journal.entries.slice(-LATEST).filter(entry => is_own(entry) && isApproved(entry))
  if (sales.length === 0) return
  const { id, transaction_amount } = chance.pick(sales).answer
  const order = { location_id: merchant.location_id, previous_transaction_id: id, payment_method: 'cc' }
  const back = { action: 'refund', transaction_amount: part(String(transaction_amount), 60), order_num: 'MARK' }
  return together(
    ...[back, back].map(wanted => client.make('refund', 'transaction', { ...wanted, ...order }, true)),
    onto(client, 'void', id, {}, true),
  )
}

/** Of the journal's entries. */
const LATEST = 300

/** In percent of the sale. */
const SHARES = [
  [60, 60, 60],
  [50, 50, 50, 50],
  [100, 100],
  [30, 20],
  [10, 95, 10, 95],
] as const

/** An account is kept, and charged without its number. */
export const kept: Scenario = async client => {
  const { location_id, contact_id } = client.merchant
  const account = { location_id, contact_id, payment_method: 'cc', ...CARD }
  const vault = await client.make('vault', 'accountvault', account)
  if (vault.state !== 'acknowledged') return
  const from = { account_vault_id: vault.answer.id, account_number: undefined, exp_date: undefined }
  return payment(client, 'sale', anyAmount(client.chance), from)
}

/** A batch is closed while other sales go into it. */
export const closing: Scenario = async client => {
  const { cc_product_transaction_id } = client.merchant
  const query = `product_transaction_id=${cc_product_transaction_id}&is_open=1`
  const [batch] = (await client.read(`/v2/transactionbatches?${query}`)).transactionbatches ?? []
  const sell = () => payment(client, 'sale', amount(client.chance))
  if (!batch) return sell()
  const path = `/v2/transactionbatches/${batch.id}/settle`
  const close = () => client.act('settle', 'POST', 'transactionbatch', path, batch.id, null, true)
  if (client.chance.oneIn(2)) return together(close(), sell(), ...(client.chance.oneIn(3) ? [close()] : []))
  await together(close())
  // The next batch has not been opened yet.
  return together(sell(), sell(), sell())
}

/** A sale is settled and given back, which no void can do any more. */
export const settledBack: Scenario = async client => {
  const sold = await payment(client, 'sale', amount(client.chance))
  if (!isApproved(sold)) return
  const { id, transaction_batch_id, transaction_amount } = sold.answer
  if (!transaction_batch_id) return
  const path = `/v2/transactionbatches/${transaction_batch_id}/settle`
  const close = client.act('settle', 'POST', 'transactionbatch', path, transaction_batch_id, null, true)
  await together(close, onto(client, 'void', id, {}, true))
  const order = { location_id: client.merchant.location_id, previous_transaction_id: id, payment_method: 'cc' }
  const wanted = { action: 'refund', transaction_amount: part(String(transaction_amount), 50), order_num: 'MARK' }
  return client.make('refund', 'transaction', { ...wanted, ...order }, true)
}

/**
 * A product gets another processor while an authorization and a sale are open: all that follows goes to the account
 * that each was made with.
 */
export const moved: Scenario = async client => {
  const { chance, merchant, proof } = client
  const asked = amount(chance)
  const held = await payment(client, 'authonly', asked)
  const sold = await payment(client, 'sale', amount(chance))
  const id = merchant.cc_product_transaction_id
  if (proof.hosts.locations.has(merchant.location_id)) await connect(client, id, chance.pick(proof.hosts.all))
  else {
    const processor = { processor: chance.pick(['zgate', 'zgate2']), terminal_id: String(chance.below(9)) }
    const body = { producttransaction: processor }
    await client.act('new processor', 'PUT', 'producttransaction', `/v2/producttransactions/${id}`, id, body, true)
  }
  if (isApproved(held)) await onto(client, 'authcomplete', held.answer.id, { transaction_amount: asked })
  if (!isApproved(sold)) return
  if (chance.oneIn(2)) return onto(client, 'void', sold.answer.id)
  const path = `/v2/transactionbatches/${sold.answer.transaction_batch_id}/settle`
  return client.act('settle', 'POST', 'transactionbatch', path, sold.answer.transaction_batch_id, null, true)
}

const LISTS = 40
/** Longer than any sale takes; a list waits five of them for a lock and is refused then. */
const HELD_SECONDS = 15

const IS_HELD = `
select from pg_locks join pg_class on pg_class.oid = relation
 where relname = 'scanner' and mode = 'AccessExclusiveLock' and granted`

/**
 * A sale while forty lists cannot get on, because their table is locked. Which of the two ends first shows whether they
 * share connections. For one client only.
 */
export const besideLists: Scenario = async client => {
  const { proof } = client
  const held = proof.sql(
    `do $$ begin lock table scanner in access exclusive mode; perform pg_sleep(${HELD_SECONDS}); end $$`,
  )
  let is_over = false
  const over = held.then(() => {
    is_over = true
  })
  while ((await proof.sql(IS_HELD)).length === 0 && !is_over);
  const lists = Array.from({ length: LISTS }, () => client.read('/v2/scanners').catch(() => null))
  const sold = await payment(client, 'sale', amount(client.chance)).catch(() => null)
  if (is_over || !sold) proof.journal.late('a sale beside forty lists')
  await over
  await Promise.all(lists)
}

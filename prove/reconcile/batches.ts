import type { Evidence, Payment } from './evidence.ts'
import { type Finding, findings, shown } from './finding.ts'

interface Batch {
  id: string
  product_transaction_id: string
  processor_account_id: string
  batch_num: number
  is_open: boolean
  processing_status_id: number
  total_sale_amount: number
  total_sale_count: number
  total_refund_amount: number
  total_refund_count: number
  total_void_count: number
  pieces: { after_id: string; to_id: string; state: string }[]
}

/** Every card payment is in one batch, and the totals of a batch are the sums of its payments. */
export async function batchesAndPayments({ sql, payments }: Evidence): Promise<Finding[]> {
  const { found, mismatch, duplicate, lost } = findings('batches and payments')
  const batches = await sql<Batch>(BATCHES)
  const known = new Set(batches.map(({ id }) => id))
  const members = Map.groupBy(payments.values(), ({ transaction_batch_id }) => transaction_batch_id ?? '')
  for (const [account, group] of Map.groupBy(
    batches.filter(({ is_open }) => is_open),
    batch => batch.processor_account_id,
  ))
    if (group.length > 1) duplicate(`account ${account} has ${group.length} open batches`)
  // Two that were open at once have one number, also when both are closed by now.
  for (const [number, group] of Map.groupBy(
    batches,
    each => `${each.batch_num} of product ${each.product_transaction_id}`,
  ))
    if (group.length > 1) duplicate(`${group.length} batches are number ${number}`)
  for (const payment of payments.values()) {
    const { id, status_id, payment_method, transaction_batch_id } = payment
    const counts = payment_method === 'cc' && (status_id === 101 || status_id === 111)
    if (counts && !known.has(transaction_batch_id ?? ''))
      lost(`transaction ${id} of ${shown(payment.transaction_amount)} is in no batch`)
  }
  for (const batch of batches) {
    const inside = members.get(batch.id) ?? []
    for (const [word, says, is] of sums(batch, inside))
      if (says !== is) mismatch(`batch ${batch.id} says ${word} ${says}, and its payments come to ${is}`)
    const held = inside.filter(({ status_id }) => status_id === 101 || status_id === 111)
    const settled = batch.pieces.filter(({ state }) => state === 'settled')
    const times = held.map(({ id }) => settled.filter(({ after_id, to_id }) => id > after_id && id <= to_id).length)
    const never = times.filter(count => count === 0).length
    if (batch.processing_status_id === 2 && never > 0)
      mismatch(`batch ${batch.id} is settled, and ${never} of its ${held.length} payments are not`)
    const twice = times.filter(count => count > 1).length
    if (twice > 0) duplicate(`${twice} payments of batch ${batch.id} were settled twice`)
  }
  return found
}

function sums(batch: Batch, inside: readonly Payment[]): [string, number, number][] {
  const sales = inside.filter(({ status_id }) => status_id === 101)
  const refunds = inside.filter(({ status_id }) => status_id === 111)
  const voids = inside.filter(({ status_id }) => status_id === 201)
  return [
    ['sales', batch.total_sale_amount, total(sales.map(({ captured_amount }) => captured_amount))],
    ['sales in number', batch.total_sale_count, sales.length],
    ['refunds', batch.total_refund_amount, total(refunds.map(({ auth_amount }) => auth_amount ?? 0))],
    ['refunds in number', batch.total_refund_count, refunds.length],
    ['voids in number', batch.total_void_count, voids.length],
  ]
}

function total(amounts: readonly number[]): number {
  return amounts.reduce((sum, amount) => sum + amount, 0)
}

const BATCHES = `
select batch.id, product_transaction_id, processor_account_id, batch_num, is_open, processing_status_id, total_sale_amount, total_sale_count, total_refund_amount,
       total_refund_count, total_void_count,
       (select coalesce(json_agg(json_build_object('after_id', after_id, 'to_id', to_id, 'state', state)), '[]') from settlement
         where transactionbatch_id = batch.id) as pieces
  from transactionbatch batch where deleted_ts is null order by id`

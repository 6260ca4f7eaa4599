import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Evidence } from './evidence.ts'
import { type Finding, findings, shown } from './finding.ts'

/** A settlement in the processor's own journal, from which its files are made. */
interface Paid {
  reference: string
  processor_account_id: string
  result: string
  lines: { reference: string; amount: string }[]
}

interface Settlement {
  id: string
  transactionbatch_id: string
  processor_account_id: string
  state: string
  after_id: string
  to_id: string
}

/** A batch that is settled holds the orders of the processor's file, to the cent, and no order is in two files. */
export async function batchesAndFiles({ sql, home, payments }: Evidence): Promise<Finding[]> {
  const { found, mismatch, duplicate, lost } = findings('batches and the processor’s files')
  const paid = new Map(readPaid(home).map(each => [each.reference, each]))
  const members = Map.groupBy(payments.values(), ({ transaction_batch_id }) => transaction_batch_id ?? '')
  const settlements = await sql<Settlement>(
    `select settlement.id, transactionbatch_id, processor_account_id, state, after_id, to_id
       from settlement join processor_account account on account.id = processor_account_id
      where connector is null order by settlement.id`,
  )
  const known = new Set(settlements.map(({ id }) => id))
  const left_out = new Set((await sql<{ id: string }>(LEFT_OUT)).map(({ id }) => id))
  for (const { reference } of paid.values())
    if (!known.has(reference)) mismatch(`settlement ${reference} is nobody’s here`)
  for (const { id, transactionbatch_id, processor_account_id, state, after_id, to_id } of settlements) {
    const file = paid.get(id)
    const is = `settlement ${id} of batch ${transactionbatch_id}`
    if (file && file.processor_account_id !== processor_account_id)
      mismatch(`${is} went to account ${file.processor_account_id}, not to ${processor_account_id}`)
    if (state === 'settled' && file?.result !== 'settled')
      lost(`${is} is settled, and the processor’s journal says ${file?.result ?? 'nothing'}`)
    if (state !== 'settled' && file?.result === 'settled')
      mismatch(`${is} is ${state}, and settled by the processor’s journal`)
    if (state !== 'settled' || !file) continue
    const inside = (members.get(transactionbatch_id) ?? []).filter(
      payment =>
        (payment.status_id === 101 || payment.status_id === 111) &&
        payment.id > after_id &&
        payment.id <= to_id &&
        !left_out.has(payment.id),
    )
    const says = inside.map(
      ({ id, status_id, auth_amount, captured_amount }) =>
        `${id} ${shown(status_id === 111 ? -(auth_amount ?? 0) : captured_amount)}`,
    )
    const settled = file.lines.map(({ reference, amount }) => `${reference} ${shown(Number(amount))}`)
    for (const each of says) if (!settled.includes(each)) mismatch(`${is} holds ${each}, which is not in the file`)
    for (const each of settled)
      if (!says.includes(each)) mismatch(`${is}: the file holds ${each}, and the batch does not`)
  }
  const lines = [...paid.values()].filter(({ result }) => result === 'settled').flatMap(each => each.lines)
  for (const [reference, group] of Map.groupBy(lines, line => line.reference))
    if (group.length > 1) duplicate(`order ${reference} was settled ${group.length} times`)
  return found
}

/** Payments that the processor has left out of their batches. */
const LEFT_OUT = `select transaction_id as id from settlement_exception where resolution is distinct from 'moved'`

function readPaid(home: string): Paid[] {
  const path = join(home, 'processor', 'settlements.jsonl')
  return existsSync(path)
    ? readFileSync(path, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map(line => JSON.parse(line))
    : []
}

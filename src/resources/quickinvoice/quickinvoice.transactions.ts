import type { Command, CommandAct } from '../../definition/command.ts'
import { ref } from '../../definition/field.ts'
import type { Row } from '../../definition/resource.ts'
import { invalidField, notFound, notValid } from '../../lib/problem.ts'
import { transaction } from '../transaction/transaction.ts'
import { isApprovedPayment } from './balance.ts'
import { quickinvoice } from './quickinvoice.ts'

type Invoice = typeof quickinvoice
type Transaction = Row<typeof transaction>

const input = { transaction_id: ref('transaction', 'RP') }

/** The balance follows with every change of a transaction; status_id is left alone (contract 3.1). */
const addTransaction: Command<Invoice> = {
  name: 'addTransaction',
  method: 'PUT',
  on: 'one',
  right: 'update',
  input,
  says: 'Counts a transaction that was paid through another medium as a payment of this invoice.',
  returns: 'record',
  run: act => moved(act, refuseAdded, act.row.id),
}

const removeTransaction: Command<Invoice> = {
  name: 'removeTransaction',
  method: 'PUT',
  on: 'one',
  right: 'update',
  input,
  says: 'Takes a transaction off this invoice.',
  returns: 'record',
  run: act => moved(act, refuseRemoved, null),
}

export const transactionCommands = [addTransaction, removeTransaction]

/**
 * The transaction is locked before its invoice, in the order in which payments lock them. An idempotency key is not tied to what is
 * written here: that would be the transaction, and the answer is the invoice.
 */
async function moved(
  act: CommandAct<Invoice>,
  refuse: (row: Transaction, invoice: Row<Invoice>) => void,
  quick_invoice_id: string | null,
) {
  const row = await act.store.transaction({ caller: act.actor.caller }, async work => {
    const found = await work.lock(transaction, act.input.transaction_id as string)
    if (!found) throw notValid('transaction_id')
    // Somebody may have deleted the invoice while this waited.
    if (!(await work.lock(quickinvoice, act.row.id))) throw notFound()
    refuse(found, act.row)
    if (found.quick_invoice_id !== quick_invoice_id) await work.update(transaction, found, { quick_invoice_id })
    const after = await work.maybe(quickinvoice, act.row.id)
    if (!after) throw notFound()
    return after
  })
  return { row, expand: ['transactions'] }
}

function refuseAdded(row: Transaction, invoice: Row<Invoice>): void {
  const text = problemOfAdded(row, invoice)
  if (text) throw invalidField('transaction_id', text)
}

function problemOfAdded(row: Transaction, invoice: Row<Invoice>): string | null {
  if (row.location_id !== invoice.location_id) return 'transaction_id provided is not valid'
  if (!isApprovedPayment(row)) return 'The transaction is not an approved payment.'
  const isFree = row.quick_invoice_id === null || row.quick_invoice_id === invoice.id
  return isFree ? null : 'The transaction is a payment of another quick invoice already.'
}

function refuseRemoved(row: Transaction, invoice: Row<Invoice>): void {
  if (row.quick_invoice_id === invoice.id) return
  throw invalidField('transaction_id', 'The transaction is not a payment of this quick invoice.')
}

import type { Change, ChangeRefs, Row, Settable } from '../../definition/resource.ts'
import { byApiId } from '../../definition/rules.ts'
import type { UnitOfWork } from '../../definition/store.ts'
import { lodgingProblem } from '../../lib/lodging-stay.ts'
import { invalidField, notValid } from '../../lib/problem.ts'
import { accountvault } from '../accountvault/accountvault.ts'
import { contact } from '../contact/contact.ts'
import type { quickinvoice } from '../quickinvoice/quickinvoice.ts'
import { lockRecurrings } from '../recurring/lock-recurrings.ts'
import { APPROVED_STATUSES } from './transaction.states.ts'
import { transaction } from './transaction.ts'

type Transaction = typeof transaction
type Sent = Change<Transaction>

/** Fields that are read by an edit and stored nowhere as such. */
const NOT_STORED: readonly string[] = [
  'action',
  'contact_api_id',
  'tags',
  'move_account_vault',
  'move_account_vault_transactions',
]

/** The columns a PUT sets as they were sent. */
export function storedChanges(sent: Sent): Settable<Transaction> {
  return Object.fromEntries(
    Object.entries(sent).filter(([name]) => !NOT_STORED.includes(name) && name !== 'transaction_amount'),
  )
}

/** Changes a locked transaction without touching money. */
export async function edit(
  work: UnitOfWork,
  row: Row<Transaction>,
  { sent, refs }: { sent: Sent; refs: ChangeRefs<Transaction> },
  tags: Settable<Transaction>,
): Promise<Row<Transaction>> {
  const contact_id = await newContact(work, row, sent, refs.contact_id)
  const invoice = refs.quick_invoice_id
  if (invoice && invoice.id !== row.quick_invoice_id) checkInvoice(row, invoice)
  if (row.checkin_date && sent.checkout_date) {
    const problem = lodgingProblem(row.checkin_date, sent.checkout_date)
    if (problem) throw invalidField('checkout_date', problem)
  }
  const set = { ...storedChanges(sent), ...tags, ...(contact_id === undefined ? {} : { contact_id }) }
  const stored = await work.update(transaction, row, set)
  if (contact_id && contact_id !== row.contact_id) await moveAlong(work, row, sent, contact_id)
  return stored
}

/** The contact asked for, null to detach it, undefined when none was spoken of. */
async function newContact(
  work: UnitOfWork,
  row: Row<Transaction>,
  { contact_id, contact_api_id }: Sent,
  named: Row<typeof contact> | null | undefined,
): Promise<string | null | undefined> {
  if (contact_id || !contact_api_id) {
    if (named && named.location_id !== row.location_id) throw notValid('contact_id')
    return contact_id
  }
  return (await byApiId(work, contact, row.location_id, contact_api_id)).id
}

/** A payment made by another medium can be counted for one invoice of its location (contract 3.1). */
function checkInvoice(row: Row<Transaction>, invoice: Row<typeof quickinvoice>): void {
  if (invoice.location_id !== row.location_id) throw notValid('quick_invoice_id')
  if (row.quick_invoice_id !== null)
    throw invalidField('quick_invoice_id', 'The transaction is on another quick invoice already.')
  if (!APPROVED_STATUSES.includes(row.status_id))
    throw invalidField('quick_invoice_id', 'Only an approved transaction can be put on a quick invoice.')
}

/**
 * Before any of its payments: two requests that move the payments of one vault would each hold what the other wants.
 */
export async function holdVault(work: UnitOfWork, { account_vault_id }: Row<Transaction>): Promise<void> {
  if (!account_vault_id) return
  await lockRecurrings(work, account_vault_id)
  await work.query('select from accountvault where id = $1 for no key update', [account_vault_id])
}

/** With its payer, a stored account and all that was paid with it can go to the new contact. */
async function moveAlong(work: UnitOfWork, row: Row<Transaction>, sent: Sent, contact_id: string): Promise<void> {
  if (!row.account_vault_id) return
  const vault = sent.move_account_vault ? await work.lock(accountvault, row.account_vault_id) : null
  if (vault) await work.update(accountvault, vault, { contact_id })
  if (!sent.move_account_vault_transactions) return
  for (const { id } of await work.all(transaction, { account_vault_id: row.account_vault_id })) {
    const other = id === row.id ? null : await work.lock(transaction, id)
    if (other) await work.update(transaction, other, { contact_id })
  }
}

import type { Command } from '../../definition/command.ts'
import type { UnitOfWork } from '../../definition/store.ts'
import { invalidField, notFound } from '../../lib/problem.ts'
import { attachedFiles } from '../file/attached-files.ts'
import type { Owner } from '../file/attachments.ts'
import { quickinvoice, STATUS } from './quickinvoice.ts'

/** As many as people attach to an invoice and mail servers still take (contract 2.2 leaves it open). */
export const MOST_FILES = 4

/** Files of an invoice after it was created. */
export const fileCommands: Command<typeof quickinvoice>[] = attachedFiles({
  plural: quickinvoice.plural,
  most: MOST_FILES,
  hold,
})

/** What hangs on an invoice is part of it: a closed one cannot be updated. */
async function hold(work: UnitOfWork, id: string): Promise<Owner> {
  const invoice = await work.lock(quickinvoice, id)
  if (!invoice) throw notFound()
  if (invoice.status_id === STATUS.closed)
    throw invalidField('status_id', 'Quick Invoice is closed and cannot be updated.')
  return { id, location_id: invoice.location_id, resource: 'QuickInvoice' }
}

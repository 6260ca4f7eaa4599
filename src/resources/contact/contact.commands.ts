import type { Command } from '../../definition/command.ts'
import type { UnitOfWork } from '../../definition/store.ts'
import { notFound } from '../../lib/problem.ts'
import { attachedFiles } from '../file/attached-files.ts'
import type { Owner } from '../file/attachments.ts'
import { contact } from './contact.ts'

type Contact = typeof contact

/** Contracts, photographs, letters of one payer. The API gives no limit; a record nobody can look through helps nobody. */
const MOST_FILES = 50

/** The endpoints of a contact beside the five of every noun: its files. */
export const contactCommands: Command<Contact>[] = attachedFiles({ plural: contact.plural, most: MOST_FILES, hold })

async function hold(work: UnitOfWork, id: string): Promise<Owner> {
  const row = await work.lock(contact, id)
  if (!row) throw notFound()
  return { id, location_id: row.location_id, resource: 'Contact' }
}

import type { Command, CreateAct } from '../../definition/command.ts'
import type { Operations } from '../../definition/noun.ts'
import type { Row, Settable } from '../../definition/resource.ts'
import type { UnitOfWork } from '../../definition/store.ts'
import { notFound, Refusal } from '../../lib/problem.ts'
import { attachedFiles } from '../file/attached-files.ts'
import type { Owner } from '../file/attachments.ts'
import { contact } from './contact.ts'

type Contact = typeof contact

/** The contract names no limit. */
const MOST_FILES = 50

export const contactCommands: Command<Contact>[] = attachedFiles({
  plural: contact.plural,
  most: MOST_FILES,
  hold: lock,
})

async function lock(work: UnitOfWork, id: string): Promise<Owner> {
  const row = await work.lock(contact, id)
  if (!row) throw notFound()
  return { id, location_id: row.location_id, resource: 'Contact' }
}

/** POST with `update_if_exists`: the caller's own id decides whether a contact is made (201) or changed (200). */
export const contactOperations: Operations<Contact> = {
  async create(act) {
    const { contact_api_id, update_if_exists } = act.draft
    if (!update_if_exists || !contact_api_id) return act.proceed()
    const known = await updateKnown(act, contact_api_id)
    if (known) return { row: known, is_new: false }
    try {
      return await act.proceed()
    } catch (error) {
      // Of two such requests at once, the second one updates the contact that the first has stored.
      const is_taken = error instanceof Refusal && error.problems?.contact_api_id !== undefined
      const stored = is_taken ? await updateKnown(act, contact_api_id) : null
      if (!stored) throw error
      return { row: stored, is_new: false }
    }
  },
}

/** Updates the contact of this id; fields left out or null stay as they are. Returns null when there is none yet. */
async function updateKnown(act: CreateAct<Contact>, contact_api_id: string): Promise<Row<Contact> | null> {
  const { update_if_exists: _, ...draft } = act.draft
  const sent: Settable<Contact> = Object.fromEntries(Object.entries(draft).filter(([, value]) => value !== null))
  return act.store.transaction(act.actor, async work => {
    const found = await work.find(contact, { location_id: act.draft.location_id, contact_api_id })
    const row = found && (await work.lock(contact, found.id))
    return row ? work.update(contact, row, sent) : null
  })
}

import type { CreateAct } from '../../definition/command.ts'
import type { Operations } from '../../definition/noun.ts'
import type { Row, Settable } from '../../definition/resource.ts'
import { Refusal } from '../../lib/problem.ts'
import { contact } from './contact.ts'

type Contact = typeof contact

/** POST with `update_if_exists`: the caller's own id decides whether a contact is made (201) or changed (200). */
export const contactOperations: Operations<Contact> = {
  async create(act) {
    const { contact_api_id, update_if_exists } = act.draft
    if (!update_if_exists || !contact_api_id) return act.proceed()
    const known = await changeKnown(act, contact_api_id)
    if (known) return { row: known, is_new: false }
    try {
      return await act.proceed()
    } catch (error) {
      // Two such requests at once: the one that comes second changes what the first has just stored.
      const stored = isTaken(error) ? await changeKnown(act, contact_api_id) : null
      if (!stored) throw error
      return { row: stored, is_new: false }
    }
  },
}

/** Changes the contact of this id to what was sent; fields left out or null stay as they are. Null when there is none yet. */
async function changeKnown(act: CreateAct<Contact>, contact_api_id: string): Promise<Row<Contact> | null> {
  return act.store.transaction(act.actor, async work => {
    const found = await work.find(contact, { location_id: act.draft.location_id, contact_api_id })
    const row = found && (await work.lock(contact, found.id))
    return row ? work.update(contact, row, sentOf(act)) : null
  })
}

function sentOf(act: CreateAct<Contact>): Settable<Contact> {
  const { update_if_exists: _, ...draft } = act.draft
  return Object.fromEntries(Object.entries(draft).filter(([, value]) => value !== null))
}

function isTaken(error: unknown): boolean {
  return error instanceof Refusal && error.problems?.contact_api_id !== undefined
}

import { rulesOf } from '../../definition/rules.ts'
import { contact } from '../contact/contact.ts'
import { note } from './note.ts'

const { rules, accept } = rulesOf(note)

export const noteRules = rules({
  create: {
    load: (draft, read) => read.one(contact, draft.resource_id, 'resource_id'),
    decide: (_draft, person) => accept({ location_id: person.location_id }),
  },
})

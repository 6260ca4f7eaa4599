import { rulesOf } from '../../definition/rules.ts'
import { note } from './note.ts'

const { rules, accept } = rulesOf(note)

export const noteRules = rules({
  create: { decide: (_draft, { resource_id: person }) => accept({ location_id: person.location_id }) },
})

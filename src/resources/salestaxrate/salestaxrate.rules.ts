import { rulesOf } from '../../definition/rules.ts'
import { location } from '../location/location.ts'
import { salestaxrate } from './salestaxrate.ts'

const { rules } = rulesOf(salestaxrate)

export const salestaxrateRules = rules({
  create: {
    async load(draft, read) {
      await read.one(location, draft.location_id, 'location_id')
    },
  },
})

import { rulesOf } from '../../definition/rules.ts'
import { location } from '../location/location.ts'
import { tag } from './tag.ts'

const { rules } = rulesOf(tag)

export const tagRules = rules({
  create: {
    async load(draft, read) {
      await read.one(location, draft.location_id, 'location_id')
    },
  },
  update: {
    async load(_row, change, read) {
      if (change.location_id) await read.one(location, change.location_id, 'location_id')
    },
  },
})

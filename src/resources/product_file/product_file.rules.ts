import { rulesOf } from '../../definition/rules.ts'
import { location } from '../location/location.ts'
import { product_file } from './product_file.ts'

const { rules } = rulesOf(product_file)

export const productFileRules = rules({
  create: {
    async load(draft, read) {
      await read.one(location, draft.location_id, 'location_id')
    },
  },
})

import { rulesOf } from '../../definition/rules.ts'
import { location } from '../location/location.ts'
import { product_recurring } from './product_recurring.ts'

const { rules, accept } = rulesOf(product_recurring)

export const productRecurringRules = rules({
  create: {
    async load(draft, read) {
      await read.one(location, draft.location_id, 'location_id')
      if (draft.billing_location_id) await read.one(location, draft.billing_location_id, 'billing_location_id')
    },
    decide: draft => accept({ billing_location_id: draft.billing_location_id || draft.location_id }),
  },
  update: {
    async load(_row, change, read) {
      if (change.billing_location_id) await read.one(location, change.billing_location_id, 'billing_location_id')
    },
  },
})

import { rulesOf } from '../../definition/rules.ts'
import { product_recurring } from './product_recurring.ts'

const { rules, accept } = rulesOf(product_recurring)

export const productRecurringRules = rules({
  create: { decide: draft => accept({ billing_location_id: draft.billing_location_id || draft.location_id }) },
})

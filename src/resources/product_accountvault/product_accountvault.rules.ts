import { rulesOf } from '../../definition/rules.ts'
import { product_accountvault } from './product_accountvault.ts'

const { rules, accept } = rulesOf(product_accountvault)

export const productAccountvaultRules = rules({
  create: { decide: draft => accept({ billing_location_id: draft.billing_location_id || draft.location_id }) },
})

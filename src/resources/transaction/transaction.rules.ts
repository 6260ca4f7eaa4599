import { rulesOf } from '../../definition/rules.ts'
import { transaction } from './transaction.ts'
import { validateChange } from './validate-change.ts'
import { validateNew } from './validate-new.ts'

const { rules } = rulesOf(transaction)

/** What requests say about themselves. What depends on the records they name is planned in `plan.ts`; states stand in `transaction.states.ts`. */
export const transactionRules = rules({
  create: { validate: validateNew },
  update: { validate: validateChange },
})

import { rulesOf } from '../../definition/rules.ts'
import { examineChange } from './examine-change.ts'
import { examineNew } from './examine-new.ts'
import { transaction } from './transaction.ts'

const { rules } = rulesOf(transaction)

/** What requests say about themselves. What depends on the records they name is planned in `plan.ts`; states stand in `transaction.states.ts`. */
export const transactionRules = rules({
  create: { examine: examineNew },
  update: { examine: examineChange },
})

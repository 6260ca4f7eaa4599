import { type ProblemList, rulesOf } from '../../definition/rules.ts'
import { formatMoney } from '../../lib/money.ts'
import { invalidField } from '../../lib/problem.ts'
import { producttransaction } from '../producttransaction/producttransaction.ts'
import { surcharge } from './surcharge.ts'
import { NETWORK_CAPS, visaProblem } from './surcharge-amount.ts'

const { rules, accept, refuse } = rulesOf(surcharge)

interface Sent {
  surcharge_rate?: bigint | null
  run_as_separate_transaction?: boolean | null
}

export const surchargeRules = rules({
  create: {
    validate: examine,
    decide(draft) {
      checkBounds(draft)
      return accept({})
    },
  },
  update: {
    validate: examine,
    load: (row, _change, _refs, read) =>
      read.exists(producttransaction, { surcharge_id: row.id, card_type_visa: true }),
    decide(row, change, takes_visa) {
      const problem = takes_visa ? visaProblem({ ...row, ...change }) : null
      if (problem) refuse('surcharge_rate', problem)
      checkBounds({ ...row, ...change })
      return accept({})
    },
  },
  remove: {
    load: (row, read) => read.exists(producttransaction, { surcharge_id: row.id }),
    decide(_row, is_used) {
      if (is_used) throw invalidField('id', 'Surcharge is used by a product and cannot be deleted.', 409)
      return accept({})
    },
  },
})

function examine({ surcharge_rate, run_as_separate_transaction }: Sent, problems: ProblemList<typeof surcharge>): void {
  if (surcharge_rate && surcharge_rate > NETWORK_CAPS.others)
    problems.add('surcharge_rate', `Surcharge Rate must be no more than ${formatMoney(NETWORK_CAPS.others)} percent.`)
  if (run_as_separate_transaction)
    problems.add(
      'run_as_separate_transaction',
      'Run As Separate Transaction must be 0: the card networks want a surcharge within the payment that it is added to.',
    )
}

interface Bounds {
  min_fee_amount?: bigint | null
  max_fee_amount?: bigint | null
}

function checkBounds({ min_fee_amount: least, max_fee_amount: most }: Bounds): void {
  if (least != null && most != null && least > most)
    refuse('max_fee_amount', 'Max Fee Amount must be no less than Min Fee Amount.')
}

import { rulesOf } from '../../definition/rules.ts'
import { checkCardNumber } from '../../lib/card-number.ts'
import { ticket } from './ticket.ts'

const { rules } = rulesOf(ticket)

export const ticketRules = rules({
  create: {
    validate({ account_number }, problems) {
      const problem = account_number ? checkCardNumber(account_number) : null
      if (problem) problems.add('account_number', problem)
    },
  },
})

import { isIP } from 'node:net'
import type { Change, Row } from '../../definition/resource.ts'
import { type ProblemList, rulesOf } from '../../definition/rules.ts'
import { invalidField, notValid } from '../../lib/problem.ts'
import { deviceterm } from '../deviceterm/deviceterm.ts'
import type { producttransaction } from '../producttransaction/producttransaction.ts'
import { terminalrun } from '../terminalrun/terminalrun.ts'
import { transaction } from '../transaction/transaction.ts'
import { terminal } from './terminal.ts'
import { mergedTimeouts, timeoutProblems } from './terminal-timeouts.ts'
import { tipPercents, tipProblem } from './tip-percents.ts'

type Terminal = typeof terminal

const { rules, accept } = rulesOf(terminal)

export const terminalRules = rules({
  create: {
    validate,
    decide(draft, refs) {
      checkProduct(refs.default_product_transaction_id)
      return accept({
        terminal_timeouts: mergedTimeouts(null, draft.terminal_timeouts),
        ...(draft.tip_percents ? { tip_percents: tipPercents(draft.tip_percents) } : {}),
      })
    },
  },
  update: {
    validate,
    decide(row, change, refs) {
      checkProduct(refs.default_product_transaction_id)
      return accept({
        ...(change.terminal_timeouts
          ? { terminal_timeouts: mergedTimeouts(row.terminal_timeouts, change.terminal_timeouts) }
          : {}),
        ...(change.tip_percents ? { tip_percents: tipPercents(change.tip_percents) } : {}),
      })
    },
  },
  remove: {
    load: async (row, read) => ({
      transactions: await read.exists(transaction, { terminal_id: row.id }),
      // What its device has not told yet is asked of it; afterwards the transaction names it.
      'a request that has not ended': await read.exists(terminalrun, { terminal_id: row.id, ended_ts: null }),
      'device terms': await read.exists(deviceterm, { terminal_id: row.id }),
    }),
    /** What was done on it names it: it has to stay known, and is taken out of use by `active`. */
    decide(_row, used) {
      const [use] = Object.entries(used).find(([, is_used]) => is_used) ?? []
      if (use) throw invalidField('id', `Terminal was used for ${use} and cannot be deleted.`, 409)
      return accept({})
    },
  },
})

function validate(sent: Change<Terminal>, problems: ProblemList<Terminal>): void {
  if (sent.local_ip_address && isIP(sent.local_ip_address) === 0) {
    problems.add('local_ip_address', 'Local Ip Address is not a valid IP address.')
  }
  if (sent.terminal_timeouts) {
    for (const text of timeoutProblems(sent.terminal_timeouts))
      problems.add('terminal_timeouts', `Terminal Timeouts ${text}`)
  }
  const tips = sent.tip_percents ? tipProblem(sent.tip_percents) : null
  if (tips) problems.add('tip_percents', `Tip Percents ${tips}`)
}

/** A terminal takes cards, so the product it falls back to has to. */
function checkProduct(product: Row<typeof producttransaction> | null | undefined): void {
  if (!product || (product.payment_method === 'cc' && product.active)) return
  throw notValid('default_product_transaction_id')
}

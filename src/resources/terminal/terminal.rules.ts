import { isIP } from 'node:net'
import type { Change } from '../../definition/resource.ts'
import { type ProblemList, type Reader, rulesOf } from '../../definition/rules.ts'
import { invalidField } from '../../lib/problem.ts'
import { deviceterm } from '../deviceterm/deviceterm.ts'
import { location } from '../location/location.ts'
import { producttransaction } from '../producttransaction/producttransaction.ts'
import { terminalagent } from '../terminalagent/terminalagent.ts'
import { terminalapplication } from '../terminalapplication/terminalapplication.ts'
import { terminalcvm } from '../terminalcvm/terminalcvm.ts'
import { terminalmanufacturer } from '../terminalmanufacturer/terminalmanufacturer.ts'
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
    async load(draft, read) {
      await read.one(location, draft.location_id, 'location_id')
      const maker = await read.find(terminalmanufacturer, { id: draft.terminal_manufacturer_id })
      if (!maker) throw invalidField('terminal_manufacturer_id', 'terminal_manufacturer_id provided is not valid')
      await checkReferences(draft, read)
    },
    decide: draft =>
      accept({
        terminal_timeouts: mergedTimeouts(null, draft.terminal_timeouts),
        ...(draft.tip_percents ? { tip_percents: tipPercents(draft.tip_percents) } : {}),
      }),
  },
  update: {
    validate,
    load: (_row, change, read) => checkReferences(change, read),
    decide: (row, change) =>
      accept({
        ...(change.terminal_timeouts
          ? { terminal_timeouts: mergedTimeouts(row.terminal_timeouts, change.terminal_timeouts) }
          : {}),
        ...(change.tip_percents ? { tip_percents: tipPercents(change.tip_percents) } : {}),
      }),
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
async function checkReferences(sent: Change<Terminal>, read: Reader): Promise<void> {
  if (sent.terminal_application_id)
    await read.one(terminalapplication, sent.terminal_application_id, 'terminal_application_id')
  if (sent.terminal_cvm_id) await read.one(terminalcvm, sent.terminal_cvm_id, 'terminal_cvm_id')
  if (sent.terminal_agent_id) await read.one(terminalagent, sent.terminal_agent_id, 'terminal_agent_id')
  if (!sent.default_product_transaction_id) return
  const product = await read.one(
    producttransaction,
    sent.default_product_transaction_id,
    'default_product_transaction_id',
  )
  if (product.payment_method === 'cc' && product.active) return
  throw invalidField('default_product_transaction_id', 'default_product_transaction_id provided is not valid')
}

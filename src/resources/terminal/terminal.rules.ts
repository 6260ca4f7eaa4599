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
      // The outcome of such a request is still polled from the device; afterwards a transaction names the terminal.
      'a request that has not ended': await read.exists(terminalrun, { terminal_id: row.id, ended_ts: null }),
      'device terms': await read.exists(deviceterm, { terminal_id: row.id }),
    }),
    /** A terminal that other records name must remain; `active` takes it out of use. */
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

/** A terminal takes cards, so its default product must be an active card product. */
function checkProduct(product: Row<typeof producttransaction> | null | undefined): void {
  if (!product || (product.payment_method === 'cc' && product.active)) return
  throw notValid('default_product_transaction_id')
}

const TIP_NAMES = ['percent_1', 'percent_2', 'percent_3'] as const

/** The three tips a terminal offers, in percent; all null when it offers none. */
type TipPercents = Record<(typeof TIP_NAMES)[number], number | null>

/** Returns what is wrong with tip percentages, or null. */
export function tipProblem(sent: unknown): string | null {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent))
    return `must be an object of ${TIP_NAMES.join(', ')}.`
  const unknown = Object.keys(sent).find(name => !TIP_NAMES.some(known => known === name))
  if (unknown !== undefined) return `has no ${unknown}.`
  const tips = sent as Record<string, unknown>
  const present = TIP_NAMES.filter(name => tips[name] !== undefined && tips[name] !== null)
  if (present.length > 0 && present.length < TIP_NAMES.length) return 'must have all three percentages or none.'
  return present.every(name => isPercent(tips[name])) ? null : 'must have whole percentages from 0 to 99.'
}

export function tipPercents(sent: unknown): TipPercents {
  const tips = sent as Record<string, unknown>
  const percent = (name: string) => (tips[name] === undefined || tips[name] === null ? null : Number(tips[name]))
  return { percent_1: percent('percent_1'), percent_2: percent('percent_2'), percent_3: percent('percent_3') }
}

function isPercent(value: unknown): boolean {
  const text = typeof value === 'number' || typeof value === 'string' ? String(value) : ''
  return /^\d{1,2}$/.test(text)
}

import type { Command } from '../../definition/command.ts'
import type { RefsOf } from '../../definition/resource.ts'
import { invalidField, notValid } from '../../lib/problem.ts'
import { overallTimeout } from '../terminal/terminal-timeouts.ts'
import { runResponse } from '../terminalrun/run-response.ts'
import { type routeraccountvault, routeraccountvaultInput } from './routeraccountvault.ts'

type Ids = Record<'location_id' | 'contact_id' | 'terminal_id', string>

export const routeraccountvaultCommands: Command<typeof routeraccountvault>[] = [
  {
    name: 'run',
    method: 'POST',
    on: 'all',
    path: '',
    right: 'create',
    says: 'Has a terminal read a card and keeps it as an account vault of the contact; answers when the terminal is done.',
    operation: 'createRouteraccountvault',
    input: routeraccountvaultInput,
    returns: { noun: 'accountvault', state: 'created', meanwhile: 'terminalrun' },
    refuses: ['unavailable'],
    async run(act) {
      const { location_id, contact_id, terminal_id } = act.input as Ids
      const { terminal_id: device } = act.refs as RefsOf<typeof routeraccountvaultInput>
      if (device.location_id !== location_id) throw notValid('terminal_id')
      if (!device.active) throw invalidField('terminal_id', 'Terminal Id is not active.')
      const wait_seconds = overallTimeout(device.terminal_timeouts)
      const asked = { location_id, terminal_id, contact_id, wait_seconds, action: 'store', ...NOTHING_ELSE } as const
      const run = await act.parts.runs.begin(act.actor, asked, { device, order: null, wait_seconds })
      return runResponse(act.parts.runs, run, act)
    },
  },
]

const NOTHING_ELSE = {
  product_transaction_id: null,
  processor_account_id: null,
  transaction_amount: null,
  transaction_api_id: null,
  details: {},
  request_mark: '',
} as const

import { rulesOf } from '../../definition/rules.ts'
import { terminal } from '../terminal/terminal.ts'
import { terminalagent } from './terminalagent.ts'

const { rules, accept, refuse } = rulesOf(terminalagent)

export const terminalagentRules = rules({
  remove: {
    load: (row, read) => read.exists(terminal, { terminal_agent_id: row.id }),
    decide(_row, is_used) {
      if (is_used) refuse('id', 'Terminals are reached through this agent; give them another one first.')
      return accept({})
    },
  },
})

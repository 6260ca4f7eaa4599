import { createHash, randomBytes } from 'node:crypto'
import type { Command } from '../../definition/command.ts'
import { rulesOf } from '../../definition/rules.ts'
import { objectSchema } from '../../lib/object-schema.ts'
import { notFound } from '../../lib/problem.ts'
import { terminal } from '../terminal/terminal.ts'
import { checkProof, PROOF } from '../user/user-keys.ts'
import { terminalagent } from './terminalagent.ts'

const NEW_KEY = objectSchema({
  terminalagent: objectSchema({
    id: { type: 'string', description: 'The agent.' },
    agent_key: { type: 'string', description: 'The new key.' },
  }),
})

export const terminalagentCommands: Command<typeof terminalagent>[] = [
  {
    name: 'generatekey',
    method: 'POST',
    on: 'one',
    right: 'update',
    input: PROOF,
    says: 'Makes a key for the agent and shows it this once, as TOLLGATE_AGENT_KEY of its program; one it had stops working. With an access token it needs the own password.',
    refuses: ['invalid'],
    operation: 'generateTerminalagentKey',
    returns: { schema: NEW_KEY },
    async run({ actor, store, row, input, parts }) {
      await checkProof({ actor, store, parts }, input)
      // The key contains the agent's id, so the program needs no other setting.
      const agent_key = `${row.id}.${randomBytes(32).toString('base64url')}`
      await store.transaction(actor, async work => {
        const locked = await work.lock(terminalagent, row.id)
        if (!locked) throw notFound()
        await work.update(terminalagent, locked, { key_mark: createHash('sha256').update(agent_key).digest('hex') })
      })
      return { body: { terminalagent: { id: row.id, agent_key } }, secret: true }
    },
  },
]

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

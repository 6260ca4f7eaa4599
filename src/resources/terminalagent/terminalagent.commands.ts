import { createHash, randomBytes } from 'node:crypto'
import type { Command } from '../../definition/command.ts'
import { notFound } from '../../lib/problem.ts'
import { terminalagent } from './terminalagent.ts'

const NEW_KEY = {
  type: 'object',
  required: ['terminalagent'],
  properties: {
    terminalagent: { type: 'object', properties: { id: { type: 'string' }, agent_key: { type: 'string' } } },
  },
}

export const terminalagentCommands: Command<typeof terminalagent>[] = [
  {
    name: 'generatekey',
    method: 'POST',
    on: 'one',
    right: 'update',
    says: 'Makes a key for the agent and shows it this once, as TOLLGATE_AGENT_KEY of its program; one it had stops working.',
    returns: { schema: NEW_KEY },
    async run({ actor, store, row }) {
      // It names the agent, so that the program needs to be told nothing else.
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

import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { agentLine } from '../../src/agents/agent-line.ts'
import { noteTaken, takeCall } from '../../src/agents/calls.ts'
import type { Database } from '../../src/db/database.ts'
import { LineError } from '../../src/ports/terminal-line.ts'
import { newMerchant } from '../support/shared-gateway.ts'
import { newDevice } from '../support/test-terminal.ts'

const t = await newMerchant()

const made = await t.api.post('terminalagents', {
  terminalagent: { location_id: t.merchants[0].location_id, title: 'Shop' },
})
const agent_id: string = made.body.terminalagent.id

/** Calls that this process tried to withdraw. */
const withdrawn: unknown[] = []
const db: Database = {
  ...t.db,
  run(text, values) {
    if (text.startsWith('delete from agentcall')) withdrawn.push(values?.[0])
    return t.db.run(text, values)
  },
}

test('a call that nobody takes within four seconds is withdrawn; one that was taken is not asked about', async context => {
  const line = agentLine({ db, cipher: t.cipher })
  after(() => line.close())
  const posted = async (id: string) => {
    while ((await t.db.query('select 1 from agentcall where id = $1', [id])).length === 0);
  }
  const device = newDevice({ terminal_agent_id: agent_id })
  context.mock.timers.enable({ apis: ['setTimeout'] })
  const taken = Promise.withResolvers<void>()
  const send = (id: string, told?: () => void) =>
    line.send(device, { id, frame: Buffer.from('x'), wait_ms: 60_000, taken: told })
  const slow = send('slow-call', taken.resolve)
  const lost = send('lost-call')
  const ends = Promise.allSettled([slow, lost])
  await Promise.all([posted('slow-call'), posted('lost-call')])
  assert.ok(await takeCall(t.db, 'slow-call'))
  await noteTaken(t.db, agent_id, 'slow-call')
  await taken.promise
  context.mock.timers.tick(4_000)
  await assert.rejects(lost, new LineError('unreachable', 'the agent is not connected'))
  assert.deepEqual(withdrawn, ['lost-call'])
  context.mock.timers.tick(120_000)
  const [end] = await ends
  assert.deepEqual((end as PromiseRejectedResult).reason, new LineError('lost', 'the agent did not answer'))
})

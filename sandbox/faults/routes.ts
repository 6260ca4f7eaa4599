import type { FastifyInstance } from 'fastify'
import { send } from '../../src/http/response.ts'
import { invalidField } from '../../src/lib/problem.ts'
import { askSidecar } from '../sidecar/ask.ts'
import { faultLines, faultsOf, listed, settlementWords } from './fault-list.ts'

type Reach = () => Promise<{ address: string; secret: string }>

/**
 * `/sandbox/faults` lists the faults, shows those that are queued for orders to come, and queues more. The queue is
 * for orders that no request makes: runs of recurrings, reversals, settlements by timetable.
 */
export function registerFaults(app: FastifyInstance, reach: Reach): void {
  const ask = async (method: string, body?: unknown): Promise<{ status: number; waiting: unknown }> => {
    const { status, text } = await askSidecar(await reach(), 'faults', { method, body })
    return { status, ...(JSON.parse(text) as { waiting: unknown }) }
  }
  const shown = (waiting: unknown) => ({
    faults: Object.fromEntries(faultLines.processor),
    terminal_faults: Object.fromEntries(faultLines.device),
    settlement_faults: settlementWords,
    waiting,
  })
  const answer = (waiting: unknown) => ({ status: 200, body: JSON.stringify(shown(waiting)) })

  app.get('/sandbox/faults', async (_request, reply) => send(reply, answer((await ask('GET')).waiting)))
  app.delete('/sandbox/faults', async (_request, reply) => send(reply, answer((await ask('DELETE')).waiting)))
  app.post('/sandbox/faults', async (request, reply) => {
    const body = (request.body ?? {}) as { fault?: unknown }
    const words = typeof body.fault === 'string' ? faultsOf(body.fault, 'processor') : null
    if (!words) throw invalidField('fault', `Fault is one or more of: ${listed('processor')}.`)
    const { status, waiting } = await ask('POST', body)
    if (status !== 200) throw invalidField('fault', `Fault cannot be laid out like this. ${FORM}`)
    return send(reply, answer(waiting))
  })
}

const FORM =
  'Times is 1 to 1000; action, initiation and amount say for which orders; refuse is for headers only; with the action settle: ' +
  `${settlementWords.filter(word => word !== 'refuse').join(', ')}.`

import type { Json } from '../../support/app.ts'
import { type Maker, type Move, move, type Scene, type Stage } from '../scene.ts'

/** Terminals and what is asked of them, agents, and postbacks with their receivers. */

async function counter({ post, merchant, mark }: Maker): Promise<string> {
  const made = await post('terminals', 'terminal', {
    ...{ location_id: merchant.location_id, terminal_manufacturer_id: 100, title: `Counter ${mark}` },
    ...{ terminal_application_id: '000000000000000000000102', serial_number: mark },
    default_product_transaction_id: merchant.cc_product_transaction_id,
  })
  return made.id
}

const stageOf = ({ merchant, mark }: Maker, id: string): Stage => ({
  ...{ id, location_id: merchant.location_id, product: merchant.cc_product_transaction_id, mark },
})

const sale = ({ id, location_id, product }: Stage, over: Json = {}): Json => ({
  routertransaction: {
    product_transaction_id: product,
    ...{ action: 'sale', payment_method: 'cc', transaction_amount: '3.00', terminal_id: id, location_id },
    ...over,
  },
})
const at = (name: string, body: (stage: Stage) => Json, headers?: (stage: Stage) => Record<string, string>): Move =>
  move(name, 'POST /v2/routertransactions', body, headers)

const terminal: Scene = {
  name: 'terminal',
  async make(maker) {
    return stageOf(maker, await counter(maker))
  },
  moves: [
    at(
      'sale under a key',
      stage => sale(stage),
      ({ mark }) => ({ 'idempotency-key': mark }),
    ),
    at('sale under an id', stage => sale(stage, { transaction_api_id: stage.mark })),
    at('sale', stage => sale(stage, { order_num: stage.mark })),
    move('rename', 'PUT /v2/terminals/{id}', { terminal: { title: 'Other' } }),
    move('delete', 'DELETE /v2/terminals/{id}'),
  ],
  looks: ['/v2/terminals/{id}', '/v2/transactions?terminal_id={id}', '/v2/terminalruns?terminal_id={id}'],
}

const terms: Scene = {
  name: 'terminal that shows terms',
  async make(maker) {
    return stageOf(maker, await counter(maker))
  },
  moves: [
    move('show terms', 'POST /v2/deviceterms', ({ id, location_id }: Stage) => ({
      deviceterm: { location_id, terminal_id: id, require_signature: 0, terms_conditions: 'I agree.' },
    })),
    move('delete', 'DELETE /v2/terminals/{id}'),
  ],
  looks: ['/v2/terminals/{id}', '/v2/deviceterms?terminal_id={id}'],
  // Of two who want to show theirs, the device may serve one only.
  blurred: ['reason_code_id'],
}

const run: Scene = {
  name: 'request at a terminal',
  async make(maker) {
    const id = await counter(maker)
    const stage = stageOf(maker, id)
    const slow = sale(stage, { transaction_amount: '8.05' })
    const { body } = await maker.way.send('POST', '/v2/routertransactions', slow, { prefer: 'respond-async' })
    return { ...stage, run: body.terminalrun.id }
  },
  moves: [
    move('cancel', 'POST /v2/terminalruns/{run}/cancel'),
    move('rename the terminal', 'PUT /v2/terminals/{id}', { terminal: { title: 'Other' } }),
  ],
  looks: ['/v2/terminals/{id}', '/v2/transactions?terminal_id={id}'],
  blurred: ['status', 'result', 'step', 'message', 'ended_ts'],
  // The device ends the request by itself, and also some time after a cancel that was accepted.
  ends: 'The run has ended.',
}

const agent: Scene = {
  name: 'terminal agent',
  async make(maker) {
    const { post, merchant, mark } = maker
    const made = await post('terminalagents', 'terminalagent', { location_id: merchant.location_id, title: mark })
    return { id: made.id, terminal: await counter(maker), mark }
  },
  moves: [
    move('rename', 'PUT /v2/terminalagents/{id}', { terminalagent: { title: 'Other' } }),
    move('switch off', 'PUT /v2/terminalagents/{id}', { terminalagent: { active: 0 } }),
    move('new key', 'POST /v2/terminalagents/{id}/generatekey'),
    move('delete', 'DELETE /v2/terminalagents/{id}'),
    move('give it a terminal', 'PUT /v2/terminals/{terminal}', ({ id }: Stage) => ({
      terminal: { terminal_agent_id: id },
    })),
  ],
  looks: ['/v2/terminalagents/{id}', '/v2/terminals/{terminal}'],
}

/** Nothing listens there, so nothing is ever delivered. */
const NOBODY = 'http://127.0.0.1:9/hooks'

async function receiver({ post, merchant }: Maker): Promise<string> {
  const hook = { location_id: merchant.location_id, resource: 'paylink', url: NOBODY, is_active: 1 }
  return (await post('postbackconfigs', 'postbackconfig', hook)).id
}

const config: Scene = {
  name: 'receiver of postbacks',
  async make(maker) {
    return { id: await receiver(maker), mark: maker.mark }
  },
  moves: [
    move('elsewhere', 'PUT /v2/postbackconfigs/{id}', { postbackconfig: { url: `${NOBODY}/two` } }),
    move('switch off', 'PUT /v2/postbackconfigs/{id}', { postbackconfig: { is_active: 0 } }),
    move('new secret', 'POST /v2/postbackconfigs/{id}/rotatesecret'),
    move('ping', 'POST /v2/postbackconfigs/{id}/ping'),
    move('replay', 'POST /v2/postbackconfigs/{id}/replay', { postbackconfig: { postback_status_id: 1 } }),
    move('delete', 'DELETE /v2/postbackconfigs/{id}'),
  ],
  looks: ['/v2/postbackconfigs/{id}'],
}

const postback: Scene = {
  name: 'postback that never arrived',
  async make(maker) {
    const id = await receiver(maker)
    const { body } = await maker.way.send('POST', `/v2/postbackconfigs/${id}/ping`)
    const log = body.postbackconfig.postback_log_id
    // Its one try is over, as it will be once a worker came to it.
    const text = 'update postback_log set next_run_ts = null, postback_status_id = 4, leased_until = null where id = $1'
    await maker.query(text, [log])
    return { id, log, mark: maker.mark }
  },
  moves: [
    move('replay it', 'POST /v2/postbacklogs/{log}/replay'),
    move('switch off', 'PUT /v2/postbackconfigs/{id}', { postbackconfig: { is_active: 0 } }),
    move('delete the receiver', 'DELETE /v2/postbackconfigs/{id}'),
  ],
  looks: ['/v2/postbackconfigs/{id}'],
}

export const deviceScenes: Scene[] = [terminal, terms, run, agent, config, postback]

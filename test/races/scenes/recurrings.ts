import type { Json } from '../../support/app.ts'
import { type Maker, type Move, move, type Scene, type Stage } from '../scene.ts'
import { vaultOf } from './vaults.ts'

/** Payments that repeat: changed, paused and ended by people while a worker makes the one that is due. */

const AT = '/v2/recurrings/{id}'
const command = (name: string, path: string): Move => move(name, `POST ${AT}/${path}`)
const change = (name: string, recurring: Json | ((stage: Stage) => Json)): Move =>
  move(name, `PUT ${AT}`, (stage: Stage) => ({
    recurring: typeof recurring === 'function' ? recurring(stage) : recurring,
  }))

const hold = command('hold', 'placeOnHold')
const activate = command('activate', 'activate')
const remove = move('end', `DELETE ${AT}`)
const skip = command('skip', 'skipPayment?skip_count=1')
const later = change('later', { next_run_date: '2090-05-05' })
const described = change('description', { description: 'Other', recurring_c1: 'One' })
const otherVault = change('another card', (stage: Stage) => ({ account_vault_id: stage.spare }))
const loseVault = move('delete the card', 'DELETE /v2/accountvaults/{vault}')
const giveVault = move('card to another contact', 'PUT /v2/accountvaults/{vault}', (stage: Stage) => ({
  accountvault: { contact_id: stage.other },
}))

const LOOKS = [
  `${AT}?expand=contact`,
  `${AT}/runs`,
  '/v2/transactions?recurring_id={id}',
  '/v2/accountvaults/{vault}',
  '/v2/accountvaults/{spare}',
]

async function billed(maker: Maker, over: Json = {}): Promise<Stage> {
  const { post, merchant, mark } = maker
  const { location_id } = merchant
  const payer = () => post('contacts', 'contact', { location_id, last_name: `Payer ${mark}` })
  const [mine, other] = await Promise.all([payer(), payer()])
  const [vault, spare] = await Promise.all([
    vaultOf(maker, { contact_id: mine.id }),
    vaultOf(maker, { contact_id: other.id }),
  ])
  const plan = { transaction_amount: '10.00', interval: '1', interval_type: 'm', start_date: '2090-01-31' }
  const made = await post('recurrings', 'recurring', { account_vault_id: vault, location_id, ...plan, ...over })
  return { id: made.id, vault, spare, contact: mine.id, other: other.id, location_id, mark }
}

const active: Scene = {
  name: 'recurring',
  refused: ['delete the card', 'delete the contact'],
  make: billed,
  moves: [
    ...[skip, hold, remove, later, described, otherVault, loseVault, giveVault],
    move('delete the contact', 'DELETE /v2/contacts/{contact}'),
  ],
  looks: LOOKS,
}

const held: Scene = {
  name: 'recurring on hold',
  refused: ['hold'],
  async make(maker) {
    const stage = await billed(maker)
    await maker.way.send('POST', `/v2/recurrings/${stage.id}/placeOnHold`)
    return stage
  },
  moves: [activate, hold, remove, described, change('go on by active', { active: 1 }), otherVault],
  looks: LOOKS,
}

const installments: Scene = {
  name: 'three installments',
  make: maker => billed(maker, { installment_total_count: 3 }),
  moves: [
    command('skip 2', 'skipPayment?skip_count=2'),
    command('defer 2', 'deferPayment?defer_count=2'),
    ...[hold, remove, later],
  ],
  looks: LOOKS,
}

/** Moving the clock does everything that falls due on the way, the payment of this record included. */
export const runDue: Move = {
  name: 'run what is due',
  covers: null,
  async send(way) {
    const { status, headers } = await way.send('POST', '/sandbox/clock', { advance: 'PT1S' })
    return { status, headers, body: undefined }
  },
}

const due: Scene = {
  name: 'recurring whose payment is due',
  exclusive: true,
  refused: ['delete the card'],
  async make(maker) {
    const seconds = await maker.seconds()
    const now = Temporal.Instant.fromEpochMilliseconds(seconds * 1000)
    const start_date = now.toZonedDateTimeISO('America/New_York').toPlainDate().toString()
    const stage = await billed(maker, { start_date, interval_type: 'd' })
    await maker.query('update recurring set due_ts = $2 where id = $1', [stage.id, seconds])
    return stage
  },
  moves: [
    ...[runDue, skip, hold, remove, later, described, otherVault, loseVault],
    move('card expires later', 'PUT /v2/accountvaults/{vault}', { accountvault: { exp_date: '1231' } }),
  ],
  looks: LOOKS,
}

export const recurringScenes: Scene[] = [active, held, installments, due]

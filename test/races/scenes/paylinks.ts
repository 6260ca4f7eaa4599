import type { Json } from '../../support/app.ts'
import { type Move, move, page, type Scene } from '../scene.ts'

/** Paylinks: their payers, and the merchant who changes them. */

const AT = '/v2/paylinks/{id}'
const change = (name: string, paylink: Json): Move => move(name, `PUT ${AT}`, { paylink })

const linked = (name: string, over: Json): Scene => ({
  name,
  async make({ post, merchant, mark }) {
    const record = { location_id: merchant.location_id, amount_due: 10, email: `${mark}@example.com`, ...over }
    return { id: (await post('paylinks', 'paylink', record)).id, mark }
  },
  moves: [
    page('pay', '/?paylink_id={id}', '10.00'),
    change('due 12', { amount_due: 12 }),
    change('description', { description: 'Other', tags: ['Linked'] }),
    change('withdraw', { active: 0 }),
    move('resend', `POST ${AT}/resend`),
    move('delete', `DELETE ${AT}`),
  ],
  looks: [`${AT}?expand=tags`, '/v2/transactions?paylink_id={id}'],
})

export const paylinkScenes: Scene[] = [
  linked('paylink of 10.00', {}),
  linked('paylink that holds 10.00', { paylink_action: 'auth-only' }),
]

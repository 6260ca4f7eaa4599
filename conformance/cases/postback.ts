import { type Check, check, clockCheck, NotChecked } from '../check.ts'
import type { Json } from '../client.ts'
import { answered, same, that } from '../expect.ts'
import { type Fields, newContact, newLocation, newPostback, newSale } from '../fixtures.ts'
import type { Lab } from '../lab.ts'
import { type Posted, type Receiver, receiver } from '../receiver.ts'

const ON = { is_active: 1, on_create: 1, on_update: 1, on_delete: 1 }

/** Runs `work` with a receiver, and a configuration of contacts at a new location that posts to it. */
async function listening(
  lab: Lab,
  over: Fields,
  work: (place: { location_id: string; receiver: Receiver; config: Json }) => Promise<void>,
): Promise<void> {
  if ((await lab.as({}).get('/sandbox/postbacks')).status === 404)
    throw new NotChecked('the service delivers no postbacks')
  const place = await receiver()
  try {
    const location_id = (await newLocation(lab)).id
    const config = await newPostback(lab, { ...ON, location_id, url: place.url, ...over })
    await work({ location_id, receiver: place, config })
  } finally {
    await place.close()
  }
}

/** Reading the outbox completes all work that is due, deliveries included. */
const settle = (lab: Lab): Promise<unknown> => lab.outbox('nobody@example.net')

const types = (posted: readonly Posted[]): string[] => posted.map(({ body }) => body?.type)

const change = (lab: Lab, id: string) => lab.api.put(`contacts/${id}`, { contact: { city: 'Ithaca' } })
const remove = (lab: Lab, id: string) => lab.api.delete(`contacts/${id}`)

/** Creates, changes and deletes a contact. */
async function wholeLife(lab: Lab, location_id: string): Promise<Json> {
  const contact = await newContact(lab, { location_id })
  await settle(lab)
  answered(await change(lab, contact.id), 200)
  await settle(lab)
  answered(await remove(lab, contact.id), 204)
  await settle(lab)
  return contact
}

export const deliveryChecks: Check[] = [
  check(['PB-04', 'PB-15', 'PB-18', 'PB-19', 'PB-20', 'PB-22', 'PB-23', 'PB-24', 'PB-26'], lab =>
    listening(lab, {}, async ({ location_id, receiver: { posted } }) => {
      const contact = await wholeLife(lab, location_id)
      same(types(posted), ['CREATE', 'UPDATE', 'DELETE'], 'the types of the postbacks')
      for (const { body } of posted) {
        same(
          ['type', 'resource', 'number_of_attempts', 'data'].filter(name => !(name in body)),
          [],
          'members missing in a postback',
        )
        same([body.resource, typeof body.data], ['contact', 'string'], 'resource and the kind of data')
        same(JSON.parse(body.data).id, contact.id, 'the id in data')
      }
      same(JSON.parse(posted[0]?.body.data).last_name, contact.last_name, 'last_name in data')
      same(JSON.parse(posted[1]?.body.data).city, 'Ithaca', 'city in data of the update')
    }),
  ),
  ...(
    [
      ['PB-05', 'on_create', ['UPDATE', 'DELETE']],
      ['PB-06', 'on_update', ['CREATE', 'DELETE']],
      ['PB-07', 'on_delete', ['CREATE', 'UPDATE']],
    ] as const
  ).map(([id, name, expected]) =>
    check(id, lab =>
      listening(lab, { [name]: 0 }, async ({ location_id, receiver: { posted } }) => {
        await wholeLife(lab, location_id)
        same(types(posted), [...expected], `the types of the postbacks without ${name}`)
      }),
    ),
  ),
  check(['PB-01', 'PB-08', 'PB-21'], lab =>
    listening(lab, {}, async ({ location_id, receiver: place, config }) => {
      await newContact(lab)
      await settle(lab)
      same(types(place.posted), [], 'postbacks about another location')
      await newContact(lab, { location_id })
      await settle(lab)
      same(types(place.posted), ['CREATE'], 'postbacks about the location')
      answered(await lab.api.put(`postbackconfigs/${config.id}`, { postbackconfig: { is_active: 0 } }), 200)
      await newContact(lab, { location_id })
      await settle(lab)
      same(types(place.posted), ['CREATE'], 'postbacks after the configuration was switched off')
    }),
  ),
  check(['PB-16', 'PB-17'], lab =>
    listening(lab, { is_active: 0 }, async ({ location_id, receiver: place, config }) => {
      const path = `postbackconfigs/${config.id}`
      answered(await lab.api.put(path, { postbackconfig: { is_active: 1 } }), 200)
      await newContact(lab, { location_id })
      await settle(lab)
      same(types(place.posted), ['CREATE'], 'postbacks after the configuration was switched on')
      answered(await lab.api.delete(path), 204)
      await newContact(lab, { location_id })
      await settle(lab)
      same(types(place.posted), ['CREATE'], 'postbacks after the configuration was deleted')
    }),
  ),
  check('PB-10', lab =>
    listening(lab, { expands: 'location,created_user' }, async ({ location_id, receiver: { posted } }) => {
      await newContact(lab, { location_id })
      await settle(lab)
      const data = JSON.parse(posted[0]?.body.data ?? '{}')
      same(
        [data.location?.id, data.created_user?.id],
        [location_id, lab.merchant.user.user_id],
        'the expanded records in data',
      )
    }),
  ),
  check(['PB-13', 'PB-14', 'PB-27'], async lab => {
    const credentials = { basic_auth_username: 'post', basic_auth_password: 'Secret-1' }
    await listening(lab, credentials, async ({ location_id, receiver: { posted } }) => {
      await newContact(lab, { location_id })
      await settle(lab)
      same(posted[0]?.headers.authorization, `Basic ${btoa('post:Secret-1')}`, 'Authorization of a postback')
    })
    await listening(lab, {}, async ({ location_id, receiver: { posted } }) => {
      await newContact(lab, { location_id })
      await settle(lab)
      same(
        [posted.length, posted[0]?.headers.authorization],
        [1, undefined],
        'postbacks and their Authorization without credentials',
      )
    })
  }),
  check('PB-02', lab =>
    listening(
      lab,
      {
        resource: 'transaction',
        product_transaction_id: lab.merchant.cc_product_transaction_id,
        location_id: lab.merchant.location_id,
      },
      async ({ receiver: { posted }, config }) => {
        const sale = await newSale(lab, '4.56')
        await settle(lab)
        await lab.api.delete(`postbackconfigs/${config.id}`)
        const mine = posted.filter(({ body }) => JSON.parse(body.data).id === sale.id)
        same(types(mine), ['CREATE'], 'postbacks about one sale')
        that(!JSON.stringify(mine).includes('4111111111111111'), 'a postback holds a card number')
      },
    ),
  ),
  clockCheck(['PB-11', 'PB-12', 'PB-25', 'PB-28', 'PB-29'], lab =>
    listening(lab, { number_of_attempts: 3, attempt_interval: 600 }, async ({ location_id, receiver: place }) => {
      place.answer(500)
      await newContact(lab, { location_id })
      await settle(lab)
      const count = (): number => place.posted.length
      same(count(), 1, 'tries at first')
      await lab.advance('PT9M')
      same(count(), 1, 'tries before the interval is over')
      await lab.advance('PT2M')
      same(count(), 2, 'tries after one interval')
      await lab.advance('PT11M')
      same(count(), 3, 'tries after two intervals')
      await lab.advance('PT30M')
      same(count(), 3, 'tries in the end')
      same(
        place.posted.map(({ body }) => Number(body.number_of_attempts)),
        [1, 2, 3],
        'number_of_attempts of each try',
      )
    }),
  ),
  clockCheck('PB-28', lab =>
    listening(lab, { number_of_attempts: 5, attempt_interval: 600 }, async ({ location_id, receiver: place }) => {
      place.answer(503)
      await newContact(lab, { location_id })
      await settle(lab)
      place.answer(204)
      await lab.advance('PT1H')
      same(place.posted.length, 2, 'tries when the second succeeds')
    }),
  ),
]

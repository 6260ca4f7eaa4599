import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Resource } from '../../src/definition/resource.ts'
import { bareRegistry } from '../../tools/bare-registry.ts'
import type { Json } from '../support/app.ts'
import type { Conforming } from '../support/conforming.ts'
import { saleBody } from '../support/payments.ts'
import { sampleOf } from '../support/samples.ts'
import { twoMerchants } from '../support/two-merchants.ts'
import { cardBody } from '../support/vaults.ts'

/** What was read can be sent back: each record as it is, and what nobody could send as a new value. */

let c: Conforming
before(async () => {
  c = await twoMerchants()
  await unusual(c)
})
after(() => c.t.close())

const nouns = bareRegistry().nouns.map(({ resource }) => resource)
const changeable = nouns.filter(({ verbs }) => verbs.includes('update') && verbs.includes('read'))

for (const { name, plural, table, verbs, expands, fields } of changeable) {
  test(`F6 a ${name} that is sent back as it was read is 200 and stays as it was`, async () => {
    for (const id of await idsOf({ plural, table, verbs })) {
      const { [name]: record } = (await c.t.api.get(`${plural}/${id}`)).body
      const stored = await rowOf(table, id)
      const answer = await c.t.api.put(`${plural}/${id}`, { [name]: record })
      assert.equal(answer.status, 200, `${answer.text} ${JSON.stringify(record)}`)
      assert.deepEqual(await rowOf(table, id), stored)
      assert.deepEqual(timeless(answer.body[name]), timeless(record))
    }
  })

  test(`G18 so is a ${name} that was read with all of its expands, by whoever may change it`, async () => {
    const names = Object.keys(expands)
    const asked = [...names.filter(each => each in fields), names.join()].filter(Boolean)
    for (const client of [c.t.api, c.t.clerk])
      for (const id of await idsOf({ plural, table, verbs }))
        for (const expand of asked) {
          const read = await client.get(`${plural}/${id}?expand=${expand}`)
          if (read.status !== 200) continue
          const stored = await rowOf(table, id)
          const answer = await client.put(`${plural}/${id}`, { [name]: read.body[name] })
          if (answer.status === 403) continue
          assert.equal(answer.status, 200, `${expand}: ${answer.text} ${JSON.stringify(read.body[name])}`)
          assert.deepEqual(await rowOf(table, id), stored, expand)
        }
  })
}

async function idsOf({ plural, table, verbs }: Pick<Resource, 'plural' | 'table' | 'verbs'>): Promise<string[]> {
  const listed: { id: string }[] = verbs.includes('list')
    ? (await c.t.api.get(`${plural}?page_size=500`)).body[plural]
    : await c.t.db.query(`select id from "${table}" where root_id = $1`, [c.own.merchant.location_id])
  assert.ok(listed.length > 0, `no ${plural}`)
  return listed.map(({ id }) => id)
}

async function rowOf(table: string, id: string): Promise<Json> {
  const [row] = await c.t.db.query<{ row: Json }>(`select to_json(t) as row from "${table}" t where id = $1`, [id])
  // That a user was active is noted some time after each of its requests.
  const { modified_ts: _, modified_user_id: __, last_active_ts: ___, ...rest } = row!.row
  return rest
}

function timeless({
  modified_ts: _,
  modified: __,
  modified_user_id: ___,
  current_date_time: ____,
  ...rest
}: Json): Json {
  return rest
}

/** Records with values that no request could give them, or not any more. */
async function unusual({ t, own: { merchant } }: Conforming): Promise<void> {
  const { location_id, terminal_id } = merchant
  const made = async (plural: string, name: string, body: Json) => {
    const answer = await t.api.post(plural, { [name]: body })
    assert.equal(answer.status, 201, answer.text)
    return answer.body[Object.keys(answer.body)[0]!]
  }
  const gone = await made('contacts', 'contact', { location_id, last_name: 'Gone' })
  const contact_id = gone.id
  const invoice = { location_id, contact_id, title: 'Mowing', due_date: '2030-01-31', item_list: { Mowing: 10 } }
  await made('accountvaults', 'accountvault', { ...cardBody(location_id), contact_id })
  await made('quickinvoices', 'quickinvoice', invoice)
  const tags = ['spring', 'Autumn "24"']
  await made('transactions', 'transaction', saleBody({ location_id, tags }))
  await made('paylinks', 'paylink', { location_id, amount_due: '10.00', tags })
  await made('notes', 'note', { resource: 'Contact', resource_id: merchant.contact_id, note: 'Mornings.' })
  await made('paylinks', 'paylink', { location_id, contact_id, amount_due: '10.00' })
  const routed = { payment_method: 'cc', action: 'store', location_id, contact_id: merchant.contact_id, terminal_id }
  await made('routeraccountvaults', 'routeraccountvault', routed)
  assert.equal((await t.api.delete(`contacts/${contact_id}`)).status, 204)
  const recurring = await sampleOf({ api: t.api, merchant }, 'recurring')
  const held = await made('recurrings', 'recurring', recurring)
  assert.equal((await t.api.post(`recurrings/${held.id}/placeOnHold`)).body.recurring.status, 'on hold')
  const stopped = await made('recurrings', 'recurring', recurring)
  assert.equal((await t.api.put(`recurrings/${stopped.id}`, { recurring: { active: 0 } })).status, 200)
  await made('recurrings', 'recurring', { ...recurring, installment_total_count: 3, tags })
}

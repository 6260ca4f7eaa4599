import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { crowding } from '../../src/lib/crowding.ts'
import type { Json, Shop } from '../support/app.ts'
import { newMerchant } from '../support/shared-gateway.ts'

/** What `expand` embeds is complete, or refused with the size of a page that has room for it; never a part. */

let t: Shop
let contacts: string[]
before(async () => {
  t = await newMerchant()
  contacts = []
  for (const last_name of ['Few', 'Many', 'Too many', 'None'])
    contacts.push((await t.api.post('contacts', { contact: { location_id: location(), last_name } })).body.contact.id)
  const [few, many, too_many] = contacts as [string, string, string]
  for (const [id, count] of [
    [few, 3],
    [many, 4997],
    [too_many, 5001],
  ] as const)
    await addNotes(id, count)
})

const location = () => t.merchants[0].location_id

async function addNotes(contact_id: string, count: number): Promise<void> {
  await t.owner.run(
    `insert into note (id, root_id, location_id, resource_id, resource, visibility_group_id, note, created_ts, modified_ts)
     select md5($1 || n), $2, $2, $1, 'Contact', '', 'Mowed.', 1, 1 from generate_series(1, $3::integer) n`,
    [contact_id, location(), count],
  )
}

const page = (ids: readonly (string | undefined)[], size = 20) =>
  t.api.get(`contacts?id=${ids.join(',')}&sort=id&expand=notes&page_size=${size}`)

test('F2 a page whose notes exceed the limit is 422 and names the page size that works', async () => {
  const [few, many, , none] = contacts
  const both = await page([few, many, none])
  assert.equal(both.status, 200, both.text.slice(0, 200))
  assert.deepEqual(
    both.body.contacts.map(({ notes }: Json) => notes.length),
    [3, 4997, 0],
  )
  const all = await page(contacts)
  assert.partialDeepStrictEqual(all.body, {
    errors: {
      notes: [
        '"notes" would embed more than 5000 records, and a single record of this page has more than that; list them: GET /v2/notes.',
      ],
    },
  })
  await t.owner.run(`delete from note where resource_id = $1 and id = md5($1 || 5001)`, [contacts[2]])
  const crowded = await page(contacts)
  assert.equal(crowded.status, 422)
  assert.match(crowded.body.errors.notes[0], /page_size=1 has room for them/)
  const alone = await Promise.all(
    [1, 2, 3, 4].map(number =>
      t.api.get(`contacts?id=${contacts.join(',')}&sort=id&expand=notes&page_size=1&page=${number}`),
    ),
  )
  assert.deepEqual(
    alone.map(({ body }) => body.contacts[0].notes.length),
    [3, 4997, 5000, 0],
  )
})

test('F2 one record with more than the limit is 422 where it is read, and stored where it is written', async () => {
  const [, , too_many] = contacts
  await t.owner.run(
    `insert into note (id, root_id, location_id, resource_id, resource, visibility_group_id, note, created_ts, modified_ts)
     values (md5('one more'), $2, $2, $1, 'Contact', '', 'Mowed.', 1, 1)`,
    [too_many, location()],
  )
  const read = await t.api.get(`contacts/${too_many}?expand=notes`)
  assert.deepEqual([read.status, read.body.errors.notes.length], [422, 1])
  const written = await t.api.put(`contacts/${too_many}?expand=notes`, { contact: { last_name: 'Far too many' } })
  assert.equal(written.status, 200, written.text.slice(0, 200))
  assert.equal('notes' in written.body.contact, false)
})

test('F2 the size it names has room wherever such a page begins', () => {
  const says = (sizes: number[], counted = 1000) => crowding('notes', 'notes', sizes, { most: 10, counted })
  assert.match(says([4, 4, 4, 1]), /page_size=2 /)
  assert.match(says([1, 1, 9, 1, 1]), /page_size=2 /)
  assert.match(says([5, 6, 4, 1]), /page_size=1 /)
  assert.match(says([0, 11, 0]), /a single record of this page/)
  assert.match(says([600, 600]), /page_size=1 /)
  assert.match(says([11]), /^"notes" would embed more than 10 records; list them: GET \/v2\/notes\.$/)
})

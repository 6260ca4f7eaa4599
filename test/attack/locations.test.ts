import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newMerchant } from '../support/shared-gateway.ts'

const t = await newMerchant()
const { location_id } = t.merchants[0]

async function bootstrap(parent_id: string): Promise<string> {
  const location = { parent_id, name: 'A place', branding_domain_url: 'places.example' }
  const made = await t.api.post('locations', { location })
  assert.equal(made.status, 201, made.text)
  return made.body.location.id
}

const move = async (id: string, parent_id: string) => {
  const moved = await t.api.put(`locations/${id}`, { location: { parent_id } })
  assert.equal(moved.status, 200, moved.text)
}

/** Rows in which the tree that decides about scope differs from what the parents say. */
const DIFFERENCES = `
with recursive above as (
  select id as descendant_id, id as ancestor_id from location
  union all
  select below.descendant_id, place.parent_id from above below join location place on place.id = below.ancestor_id
   where place.parent_id is not null
)
(select 'missing' as kind, descendant_id, ancestor_id from above except select 'missing', descendant_id, ancestor_id from location_tree)
union all
(select 'left over', descendant_id, ancestor_id from location_tree except select 'left over', descendant_id, ancestor_id from above)`

test('a location that is made while one above it moves lies where its parents say', async () => {
  const [left, right] = [await bootstrap(location_id), await bootstrap(location_id)]
  const moving = await bootstrap(left)
  const parent = await bootstrap(await bootstrap(moving))
  for (let round = 0; round < 6; round += 1) {
    await Promise.all([
      move(moving, round % 2 === 0 ? right : left),
      ...Array.from({ length: 4 }, () => bootstrap(parent)),
    ])
  }
  assert.deepEqual(await t.db.query(DIFFERENCES), [])
})

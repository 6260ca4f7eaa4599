import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addressOf, isOnOne, routesOf } from '../../src/http/openapi/routes.ts'
import { bareRegistry } from '../../tools/bare-registry.ts'
import { pairsOf } from './scene.ts'
import { scenes } from './scenes.ts'

/** Endpoints that change one record and are in no pair, and why. */
const ALONE: Readonly<Record<string, string>> = {
  'POST /v2/transactions/{id}': 'it is the PUT, by the same code',
  'POST /v2/terminalruns/{id}/abandon':
    'a run is given up for lost after half a minute of asking its device; test/api/terminal-abandon.test.ts lets the device speak meanwhile',
  'PUT /v2/producttransactions/{id}/processor':
    'only operators may, under the lock of the product; test/api/processor-accounts.test.ts lets several act at once',
  'DELETE /v2/producttransactions/{id}/processor':
    'only operators may, under the lock of the product; test/api/processor-accounts.test.ts lets several act at once',
  'DELETE /v2/users/sessions': 'it deletes tokens, each by one statement, and changes no record',
  'POST /v2/producttransactions/{id}/processor/check': 'it asks the processor and changes no record',
}

const routes = routesOf(bareRegistry().nouns)
const changing = routes
  .filter(({ method, right }) => method !== 'GET' && right !== 'read')
  .filter(route => isOnOne(route) || route.right === 'update' || route.right === 'remove')
  .map(addressOf)
const covered = new Set(scenes.flatMap(({ moves }) => moves.map(({ covers }) => covers)))

test('every endpoint that changes a record is raced against the others on it, or a reason stands here', () => {
  const missing = changing.filter(address => !covered.has(address) && !(address in ALONE))
  assert.deepEqual(missing, [], 'put it into a scene of test/races/scenes')
  assert.ok(changing.length > 60)
})

test('what is raced exists, and what is left out is not raced', () => {
  const known = new Set(routes.map(addressOf))
  const raced = [...covered].filter(address => address !== null)
  assert.deepEqual(
    raced.filter(address => !known.has(address)),
    [],
  )
  assert.deepEqual(
    Object.keys(ALONE).filter(address => covered.has(address) || !known.has(address)),
    [],
  )
})

test('scenes and their moves have names of their own, and every pair of a scene is run', () => {
  const names = scenes.map(({ name }) => name)
  assert.equal(new Set(names).size, names.length)
  for (const { name, moves, refused = [] } of scenes) {
    const own = moves.map(each => each.name)
    assert.equal(new Set(own).size, own.length, name)
    assert.deepEqual(
      refused.filter(each => !own.includes(each)),
      [],
      name,
    )
    assert.ok(own.length > 1, name)
  }
  const sum = scenes.reduce((total, { moves }) => total + (moves.length * (moves.length + 1)) / 2, 0)
  assert.equal(scenes.flatMap(pairsOf).length, sum)
})

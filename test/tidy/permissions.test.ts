import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'node:test'
import { OPERATOR, permitting, rightsOf } from '../../src/auth/permissions.ts'
import { systemCaller, USER_TYPES } from '../../src/definition/caller.ts'
import type { Verb } from '../../src/definition/resource.ts'
import { Refusal } from '../../src/lib/problem.ts'
import { bareRegistry } from '../../tools/bare-registry.ts'
import { permissionsPage } from '../../tools/permissions-page.ts'
import { ROOT } from './modules.ts'

const registry = bareRegistry()
const { nouns } = registry
const names = nouns.map(({ resource }) => resource.name)
const VERBS: readonly Verb[] = ['create', 'read', 'list', 'update', 'remove']

test('docs/permissions.md is the table of rights as it is now: npm run permissions', () => {
  assert.equal(readFileSync(join(ROOT, 'docs/permissions.md'), 'utf8'), permissionsPage(nouns))
})

test('each type of user may do what the next may and more, except with the own record', () => {
  const order = [OPERATOR, 250, 300, 400, 500]
  for (const [index, type] of order.slice(1).entries()) {
    for (const noun of names) {
      const above = rightsOf(order[index]!, noun)
      const more = rightsOf(type, noun).filter(verb => !above.includes(verb))
      assert.deepEqual(more, [], `${type} ${noun}`)
    }
  }
})

test('an operator may everything, an administrator all but choose processors, a read-only user reads and changes himself, a contact touches his own record only', () => {
  for (const noun of names) {
    assert.deepEqual(rightsOf(OPERATOR, noun).toSorted(), VERBS.toSorted(), noun)
    // A product is connected to its processor by an operator.
    const admin = VERBS.filter(verb => noun !== 'producttransaction' || verb !== 'remove')
    assert.deepEqual(rightsOf(250, noun).toSorted(), admin.toSorted(), noun)
    const reader = rightsOf(500, noun).filter(verb => verb !== 'read' && verb !== 'list')
    assert.deepEqual(reader, noun === 'user' ? ['update'] : [], noun)
    const contact = rightsOf(100, noun)
    assert.ok(noun === 'user' || contact.length === 0, noun)
  }
})

test('a type of user that nobody defined may nothing, and every refusal is a 403 with a message', () => {
  for (const type of [...USER_TYPES, 999]) {
    for (const noun of names) {
      for (const verb of VERBS) {
        const ask = () =>
          permitting(registry)({ ...systemCaller('0'.repeat(24), 'test'), user_type_id: type }, noun, verb)
        if (rightsOf(type, noun).includes(verb)) assert.doesNotThrow(ask)
        else
          assert.throws(
            ask,
            (error: unknown) => error instanceof Refusal && error.status === 403 && error.message !== '',
          )
      }
    }
  }
  assert.deepEqual(rightsOf(999, 'tag'), [])
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bareRegistry } from '../../tools/bare-registry.ts'
import { sampleNouns } from '../support/samples.ts'

const postable = bareRegistry()
  .nouns.map(({ resource }) => resource)
  .filter(({ verbs }) => verbs.includes('create'))

test('every resource with a POST has a sample, and no sample is left of a resource that is gone', () => {
  assert.deepEqual(sampleNouns.toSorted(), postable.map(({ name }) => name).toSorted())
})

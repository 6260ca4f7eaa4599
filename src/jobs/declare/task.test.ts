import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertHandled, defineTask } from './task.ts'

const greet = defineTask<{ to: string }>('test.greet')

test('a task makes its jobs and the handler of its jobs, under one name', async () => {
  const effect = greet.effect({ to: 'Pat' }, { key: 'one', run_at: 5 })
  assert.deepEqual(effect, { task: 'test.greet', payload: { to: 'Pat' }, key: 'one', run_at: 5 })
  const greeted: string[] = []
  const tasks = greet.does(async ({ payload }) => greeted.push(payload.to))
  await tasks['test.greet']!({ id: 'j', payload: effect.payload, root_id: null, attempt: 1, seconds: 0 })
  assert.deepEqual(greeted, ['Pat'])
})

test('a payload of another form does not compile', () => {
  // @ts-expect-error The field has another name.
  greet.effect({ too: 'Pat' })
  // @ts-expect-error A job is made by its task: a name that was only written down is none.
  const effect: ReturnType<typeof greet.effect> = { task: 'test.great', payload: {} }
  assert.ok(effect)
})

test('a name is declared once, and a declared task needs a handler', () => {
  assert.throws(() => defineTask('test.greet'), /task test\.greet is declared twice/)
  assert.throws(() => assertHandled({}), /no handler for the tasks .*test\.greet/)
  // Other tests of the same process declare tasks too, and leave them without a handler.
  const missing = (() => {
    try {
      assertHandled(greet.does(async () => undefined))
      return ''
    } catch (error) {
      return String(error)
    }
  })()
  assert.doesNotMatch(missing, /test\.greet/)
})

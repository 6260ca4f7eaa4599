import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkTransition, TRANSITIONS, type TransitionName } from './recurring.states.ts'
import { STATUSES, type Status } from './recurring.ts'

/** Written out a second time, so that the table cannot change by accident. */
const ALLOWED: Record<TransitionName, Record<Status, boolean>> = {
  update: { active: true, 'on hold': true, ended: false },
  skipPayment: { active: true, 'on hold': false, ended: false },
  deferPayment: { active: true, 'on hold': false, ended: false },
  placeOnHold: { active: true, 'on hold': false, ended: false },
  activate: { active: false, 'on hold': true, ended: false },
  remove: { active: true, 'on hold': true, ended: true },
}

for (const transition of Object.keys(TRANSITIONS) as TransitionName[]) {
  for (const status of STATUSES) {
    const allowed = ALLOWED[transition][status]
    test(`${transition} is ${allowed ? 'done to' : 'refused for'} a recurring that is ${status}`, () => {
      if (allowed) return assert.doesNotThrow(() => checkTransition(status, transition))
      assert.throws(
        () => checkTransition(status, transition),
        (error: { status: number; problems: object }) => {
          return error.status === 422 && Object.keys(error.problems).join() === 'status'
        },
      )
    })
  }
}

test('nothing leads out of ended but removal, which leaves it ended', () => {
  const out = Object.entries(TRANSITIONS).filter(([, transition]) =>
    (transition.from as readonly Status[]).includes('ended'),
  )
  assert.deepEqual(
    out.map(([name, transition]) => [name, transition.to]),
    [['remove', 'ended']],
  )
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MOVES, type MoveName, mustAllow } from './moves.ts'
import { STATUSES, type Status } from './recurring.ts'

/** Written out once more, so that a change of the table has to be meant. */
const ALLOWED: Record<MoveName, Record<Status, boolean>> = {
  update: { active: true, 'on hold': true, ended: false },
  skipPayment: { active: true, 'on hold': false, ended: false },
  deferPayment: { active: true, 'on hold': false, ended: false },
  placeOnHold: { active: true, 'on hold': false, ended: false },
  activate: { active: false, 'on hold': true, ended: false },
  remove: { active: true, 'on hold': true, ended: true },
}

for (const move of Object.keys(MOVES) as MoveName[]) {
  for (const status of STATUSES) {
    const allowed = ALLOWED[move][status]
    test(`${move} is ${allowed ? 'done to' : 'refused for'} a recurring that is ${status}`, () => {
      if (allowed) return assert.doesNotThrow(() => mustAllow(status, move))
      assert.throws(
        () => mustAllow(status, move),
        (error: { status: number; problems: object }) => {
          return error.status === 422 && Object.keys(error.problems).join() === 'status'
        },
      )
    })
  }
}

test('nothing leads out of ended but removal, which leaves it ended', () => {
  const out = Object.entries(MOVES).filter(([, move]) => (move.from as readonly Status[]).includes('ended'))
  assert.deepEqual(
    out.map(([name, move]) => [name, move.to]),
    [['remove', 'ended']],
  )
})

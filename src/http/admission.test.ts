import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { type TestContext, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { Place, WorkKind } from '../db/lanes.ts'
import { Unavailable } from '../lib/problem.ts'
import { type Admissions, admission } from './admission.ts'

const MANY = 64
const open = ({ most_waiting = 1000, wait_ms = 10_000 } = {}) => admission(most_waiting, wait_ms)

/** Returns those of so many requests that have begun, as they do. */
function begun(door: Admissions, merchant: string, count: number, kind: WorkKind = 'programs'): Place[] {
  const places: Place[] = []
  for (let turn = 0; turn < count; turn += 1) {
    const place = door.enter(merchant, kind)
    if (place instanceof Promise) place.then(each => places.push(each)).catch(() => {})
    else places.push(place)
  }
  return places
}

/** Has a merchant send a short request every few milliseconds; each of them has to begin at once. */
function working(door: Admissions, merchant: string): { held_up: () => number; stop(): void } {
  let held_up = 0
  const send = (): void => {
    const place = door.enter(merchant, 'programs')
    if (place instanceof Promise) held_up += 1
    else place.leave()
  }
  send()
  const timer = setInterval(send, 5)
  return { held_up: () => held_up, stop: () => clearInterval(timer) }
}

/** Has a merchant use more than the time it may use at once beside others. */
async function spend(door: Admissions, merchant: string): Promise<void> {
  const places = begun(door, merchant, 8)
  assert.equal(places.length, 8)
  await pause(60)
  for (const { leave } of places) leave()
}

test('all requests of a merchant that is alone begin at once', () => {
  const door = open()
  assert.equal(begun(door, 'a', MANY).length, MANY)
  assert.deepEqual(door.use(), { working: MANY, waiting: 0, waited: 0 })
})

test('beside another a merchant begins a few at once, and one at a time when it has used its share', async () => {
  const door = open()
  const other = working(door, 'b')
  await spend(door, 'a')
  const places = begun(door, 'a', MANY)
  assert.equal(places.length, 1)
  assert.equal(door.use().waiting, MANY - 1)
  assert.equal(door.use().waited, MANY - 1)
  let most = 0
  for (let turn = 0; turn < 20; turn += 1) {
    await pause(2)
    most = Math.max(most, places.length)
    for (const { leave } of places.splice(0)) leave()
  }
  other.stop()
  assert.equal(most, 1)
  assert.equal(other.held_up(), 0)
})

test('who keeps requests waiting rests after each, while a merchant with little to do is there', async () => {
  const door = open()
  const other = working(door, 'b')
  await spend(door, 'a')
  const places = begun(door, 'a', 3)
  await pause(60)
  const ended = performance.now()
  places.shift()!.leave()
  while (places.length === 0) await pause(1)
  other.stop()
  assert.ok(performance.now() - ended >= 45, `began again after ${performance.now() - ended} ms`)
})

test('a request that waits for its processor makes room for the next one of its merchant', async () => {
  const door = open()
  const other = working(door, 'b')
  await spend(door, 'a')
  const places = begun(door, 'a', 2)
  const answered = Promise.withResolvers<void>()
  const sale = places[0]!.away(() => answered.promise)
  while (places.length < 2) await pause(1)
  answered.resolve()
  await sale
  other.stop()
  assert.equal(door.use().waiting, 0)
  assert.equal(places.length, 2)
})

test('a place that is kept for half a second is free, so that no request waits for one that waits for it', async () => {
  const door = open()
  const other = working(door, 'b')
  await spend(door, 'a')
  const places = begun(door, 'a', 2)
  assert.equal(places.length, 1)
  const from = performance.now()
  while (places.length < 2) await pause(10)
  other.stop()
  assert.ok(performance.now() - from >= 400)
})

test('merchants that all have requests waiting share more places, and rest none', async () => {
  const door = open()
  const [a, b] = [begun(door, 'a', MANY), begun(door, 'b', MANY)]
  const places = { a, b }
  await pause(30)
  const counts: number[] = []
  for (let turn = 0; turn < 10; turn += 1) {
    for (const each of ['a', 'b'] as const) for (const { leave } of places[each].splice(0)) leave()
    for (const each of ['a', 'b'] as const) places[each].push(...begun(door, each, MANY))
    await pause(1)
    counts.push(door.use().working)
  }
  assert.ok(Math.max(...counts) >= 16, counts.join(' '))
})

test('a merchant that is alone again begins more and more at once, and after a while all', async () => {
  const door = open()
  const other = working(door, 'b')
  await spend(door, 'a')
  other.stop()
  const first = begun(door, 'a', MANY)
  assert.ok(first.length < MANY)
  await pause(1_500)
  for (const { leave } of first) leave()
  await pause(1)
  assert.equal(door.use().waiting, 0)
  assert.equal(first.length, MANY)
})

test('visitors of the pages of a merchant hold up none of its programs', async () => {
  const door = open()
  const other = working(door, 'b')
  const visitors = begun(door, 'a', 8, 'pages')
  await pause(60)
  for (const { leave } of visitors) leave()
  assert.equal(begun(door, 'a', MANY, 'pages').length, 1)
  assert.equal(begun(door, 'a', 2).length, 2)
  other.stop()
})

test('who waits too long, or behind too many, is told to come again', async () => {
  const door = open({ most_waiting: 1, wait_ms: 20 })
  const other = working(door, 'b')
  await spend(door, 'a')
  begun(door, 'a', 1)
  const late = door.enter('a', 'programs')
  await assert.rejects(async () => door.enter('a', 'programs'), Unavailable)
  await assert.rejects(async () => late, Unavailable)
  other.stop()
  assert.equal(door.use().waiting, 0)
})

test('a request whose client goes leaves the line, and one that has begun is left alone', async () => {
  const door = open()
  const other = working(door, 'b')
  await spend(door, 'a')
  const responses = [new EventEmitter(), new EventEmitter()] as const
  const [first, second] = responses.map(response => door.enter('a', 'programs', response))
  const refused = assert.rejects(async () => second, { status: 499 })
  for (const response of responses) response.emit('close')
  await refused
  other.stop()
  assert.deepEqual({ ...door.use(), waited: 0 }, { working: 1, waiting: 0, waited: 0 })
  assert.ok(!(first instanceof Promise))
})

/** A door whose clock and timers stand still but for `advance`. */
function stoppedDoor(context: TestContext): { door: Admissions; advance(ms: number): Promise<void> } {
  context.mock.timers.enable({ apis: ['setTimeout'] })
  let now = 1_000
  return {
    door: admission(1000, 10_000, () => now),
    async advance(ms) {
      for (let passed = 0; passed < ms; passed += 1) {
        now += 1
        context.mock.timers.tick(1)
        await Promise.resolve()
      }
    },
  }
}

/** Has a merchant send a request that is answered at once. */
function touch(door: Admissions, merchant: string): void {
  const place = door.enter(merchant, 'programs')
  assert.ok(!(place instanceof Promise))
  place.leave()
}

test('large lists of a merchant that is alone are made two at a time, without a rest', async context => {
  const { door, advance } = stoppedDoor(context)
  const lists = begun(door, 'a', 4, 'lists')
  assert.equal(lists.length, 2)
  await advance(40)
  lists.shift()!.leave()
  await advance(1)
  assert.equal(lists.length, 2)
})

test('beside another merchant one large list is made at a time, and its merchant rests as long as it took', async context => {
  const { door, advance } = stoppedDoor(context)
  touch(door, 'b')
  const lists = begun(door, 'a', 3, 'lists')
  assert.equal(lists.length, 1)
  for (const took of [40, 300]) {
    await advance(took)
    touch(door, 'b')
    lists.shift()!.leave()
    for (let rested = 0; rested < took - 1; rested += 1) {
      await advance(1)
      touch(door, 'b')
      assert.equal(lists.length, 0, `begun after ${rested} ms of ${took}`)
    }
    await advance(1)
    assert.equal(lists.length, 1)
  }
})

test('who asks for one large list after another rests as well, and its other requests wait for none of them', async context => {
  const { door, advance } = stoppedDoor(context)
  touch(door, 'b')
  const [list] = begun(door, 'a', 1, 'lists')
  assert.equal(begun(door, 'a', 3).length, 3)
  await advance(50)
  touch(door, 'b')
  list!.leave()
  const next = begun(door, 'a', 1, 'lists')
  await advance(49)
  assert.equal(next.length, 0)
  await advance(1)
  assert.equal(next.length, 1)
})

test('a large list keeps its turn for as long as it takes to make', async context => {
  const { door, advance } = stoppedDoor(context)
  const lists = begun(door, 'a', 3, 'lists')
  await advance(2_000)
  assert.equal(lists.length, 2)
})

test('G42 a large list of one merchant begins at once while a thousand of another wait', () => {
  const door = open()
  const crowd = begun(door, 'a', 1_000, 'lists')
  const place = door.enter('b', 'lists')
  assert.ok(!(place instanceof Promise))
  place.leave()
  for (const each of crowd) each.leave()
})

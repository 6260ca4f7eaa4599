import assert from 'node:assert/strict'
import test from 'node:test'
import { DeliveryWindow } from './delivery-window.ts'
import { shareRoom } from './share-room.ts'

const configs = (root_id: string, count: number) =>
  Array.from({ length: count }, (_, each) => ({ id: `${root_id}-${each}`, root_id }))
const roomOf = (shares: readonly { config: { root_id: string }; room: number }[], root_id: string): number =>
  shares.reduce((sum, { config, room }) => sum + (config.root_id === root_id ? room : 0), 0)

test('G42 a merchant with a thousand receivers leaves room to the one receiver of another', () => {
  const due = [...configs('a', 1_000), ...configs('b', 1)]
  const shares = shareRoom(new Map(), due, new Map())
  const window = new DeliveryWindow().room
  assert.equal(roomOf(shares, 'b'), window)
  assert.ok(roomOf(shares, 'a') > 100)
})

test('G42 the next free place goes to the merchant with the fewest in flight', () => {
  const due = [...configs('a', 1_000), ...configs('b', 1)]
  const shares = shareRoom(new Map(), due, new Map([['a', 255]]))
  assert.deepEqual([roomOf(shares, 'a'), roomOf(shares, 'b')], [0, 1])
})

test('G80 receivers that never answer leave room to every other merchant, however many of them one has', () => {
  const held = new Map<string, number>()
  const windows = new Map<string, DeliveryWindow>()
  const send = (root_id: string, count: number) => {
    const shares = shareRoom(windows, configs(root_id, count), held)
    held.set(root_id, (held.get(root_id) ?? 0) + roomOf(shares, root_id))
    for (const { config, room } of shares) windows.get(config.id)!.in_flight += room
    return roomOf(shares, root_id)
  }
  assert.equal(send('a', 1_000), 128)
  assert.equal(send('a', 1_000), 0)
  assert.equal(send('b', 1_000), 64)
  assert.equal(send('c', 1), new DeliveryWindow().room)
})

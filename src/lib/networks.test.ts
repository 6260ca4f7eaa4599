import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseNetworks } from './networks.ts'

test('an address is in a network or not', () => {
  const inside = parseNetworks('192.168.0.0/16, 10.1.2.3,fd00::/8')!
  for (const address of ['192.168.0.1', '192.168.255.255', '10.1.2.3', 'fd12::1']) assert.equal(inside(address), true)
  for (const address of ['192.169.0.1', '10.1.2.4', 'fe80::1', '127.0.0.1', 'localhost', '', '192.168.0.1.'])
    assert.equal(inside(address), false, address)
})

test('nothing is in no network', () => {
  const none = parseNetworks('')!
  for (const address of ['127.0.0.1', '0.0.0.0', '::1']) assert.equal(none(address), false)
})

test('what is no network is refused', () => {
  for (const text of ['192.168.0.0/33', 'shop', '10.0.0.0/8/8', '10.0.0.0/-1', 'fd00::/129', '10.0.0.0/x'])
    assert.equal(parseNetworks(text), null, text)
})

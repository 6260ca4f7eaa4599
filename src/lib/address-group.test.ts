import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addressGroup, addressSite } from './address-group.ts'

test('an IPv4 address counts by itself, however it is written', () => {
  assert.equal(addressGroup('192.0.2.7'), '192.0.2.7')
  assert.equal(addressGroup('::ffff:192.0.2.7'), '192.0.2.7')
})

test('all addresses of one /64 of IPv6 count together, and no others', () => {
  const same = ['2001:db8:0:7::1', '2001:0db8:0000:0007:aaaa::', '2001:DB8:0:7:1:2:3:4', '2001:db8:0:7::1%eth0']
  assert.deepEqual(new Set(same.map(addressGroup)), new Set(['2001:db8:0:7']))
  assert.equal(addressGroup('2001:db8::8:0:0:0:1'), '2001:db8:0:8')
  assert.notEqual(addressGroup('2001:db8:0:8::1'), addressGroup('2001:db8:0:7::1'))
  assert.equal(addressGroup('::1'), '0:0:0:0')
})

test('what is no address does no harm', () => {
  for (const text of ['', ':', '::::', 'x', ':::1']) assert.equal(typeof addressGroup(text), 'string')
})

test('G53 the site of an address is its /48, of IPv6 only', () => {
  assert.equal(addressSite('2001:db8:7:1::9'), '2001:db8:7::/48')
  assert.equal(addressSite('2001:db8::1'), '2001:db8:0::/48')
  assert.equal(addressSite('192.0.2.7'), null)
  assert.equal(addressSite('::ffff:192.0.2.7'), null)
})

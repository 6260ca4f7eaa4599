import assert from 'node:assert/strict'
import test from 'node:test'
import { isReachable } from './addresses.ts'

const live = (address: string) => isReachable(address, { loopback: false })
const sandbox = (address: string) => isReachable(address, { loopback: true })

test('addresses of the internet are reachable', () => {
  for (const address of [
    '1.1.1.1',
    '8.8.8.8',
    '93.184.216.34',
    '172.15.0.1',
    '172.32.0.1',
    '2606:4700::1111',
    '::ffff:1.1.1.1',
  ])
    assert.equal(live(address), true, address)
})

test('nothing private, local, reserved or carried inside another address is reachable', () => {
  const refused = [
    ...['0.0.0.0', '10.0.0.1', '100.64.0.1', '169.254.169.254', '168.63.129.16', '172.16.0.1', '172.31.255.255'],
    ...['192.0.0.8', '192.168.1.1', '198.18.0.1', '203.0.113.9', '224.0.0.1', '255.255.255.255', '192.88.99.1'],
    ...[
      '::',
      '::ffff:10.0.0.1',
      '::ffff:a9fe:a9fe',
      '::ffff:0:10.0.0.1',
      '::10.0.0.1',
      '64:ff9b::10.0.0.1',
      '64:ff9b::a00:1',
    ],
    ...[
      '64:ff9b:1::1',
      '2002:a00:1::',
      '2001:0:1::1',
      '2001:db8::1',
      'fe80::1',
      'fe80::1%eth0',
      'fec0::1',
      'fc00::1',
      'fd00:ec2::254',
    ],
    ...['ff02::1', '100::1', '3fff::1', '5f00::1', 'not an address', ''],
  ]
  for (const address of refused) {
    assert.equal(live(address), false, address)
    assert.equal(sandbox(address), false, `${address} in the sandbox`)
  }
})

test('this machine is reachable in the sandbox only', () => {
  for (const address of ['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1', '::ffff:7f00:1']) {
    assert.equal(live(address), false, address)
    assert.equal(sandbox(address), true, address)
  }
  assert.equal(sandbox('64:ff9b::7f00:1'), false, 'not this machine but a gateway between networks')
})

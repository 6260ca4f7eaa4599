import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Device, Terminal } from '../../src/ports/terminal.ts'
import { terminalCommands } from '../../src/resources/terminal/terminal.commands.ts'
import { expectsFault } from '../support/server-faults.ts'
import { newMerchant } from '../support/shared-gateway.ts'

const t = await newMerchant()
const [merchant, other] = t.merchants

test('a virtual device is always online', async () => {
  for (const client of [t.api]) {
    const { status, body } = await client.get(`terminals/${merchant.terminal_id}/isOnline`)
    assert.deepEqual([status, body], [200, { terminal: { id: merchant.terminal_id, online: true } }])
  }
})

test('a device of a make that nobody here speaks to, or without an address, does not answer: 503', async () => {
  expectsFault(503, 'no driver speaks to the device')
  const { terminal } = (await t.api.get(`terminals/${merchant.terminal_id}`)).body
  for (const terminal_manufacturer_id of [1, 2]) {
    const made = await t.api.post('terminals', {
      terminal: {
        location_id: merchant.location_id,
        terminal_manufacturer_id,
        terminal_application_id: terminal.terminal_application_id,
        title: 'Elsewhere',
        serial_number: 'E1',
      },
    })
    const { status, body } = await t.api.get(`terminals/${made.body.terminal.id}/isOnline`)
    assert.equal(status, 503)
    assert.partialDeepStrictEqual(body, {
      name: 'Service Unavailable',
      message: 'The terminal does not answer.',
      code: 0,
      status: 503,
    })
  }
})

test('a device of somebody else is not there', async () => {
  assert.equal((await t.api.get(`terminals/${other.terminal_id}/isOnline`)).status, 404)
  assert.equal((await t.stranger.get(`terminals/${merchant.terminal_id}/isOnline`)).status, 404)
  assert.equal((await t.api.post(`terminals/${merchant.terminal_id}/isOnline`)).status, 405)
})

test('a device that says no, or whose line breaks, does not answer', async () => {
  const row = { id: '0'.repeat(24), terminal_manufacturer_id: 7 }
  const ask = async (isOnline: (device: Device) => Promise<boolean>) => {
    const terminal: Pick<Terminal, 'isOnline'> = { isOnline }
    const [command] = terminalCommands
    return command!.run({ row, parts: { terminals: { 7: terminal } } } as never)
  }
  assert.deepEqual(await ask(async () => true), { body: { terminal: { id: row.id, online: true } } })
  const gone = { name: 'Refusal', status: 503 }
  await assert.rejects(
    ask(async () => false),
    gone,
  )
  await assert.rejects(
    ask(() => Promise.reject(new Error('connection refused'))),
    gone,
  )
})

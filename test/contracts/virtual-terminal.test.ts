import assert from 'node:assert/strict'
import { test } from 'node:test'
import { virtualTerminal } from '../../src/adapters/terminals/virtual/index.ts'
import type { Device, Terms } from '../../src/ports/terminal.ts'
import { readPng } from '../support/read-png.ts'

const DEVICE: Device = {
  id: '0'.repeat(24),
  terminal_manufacturer_id: 100,
  serial_number: 'A1',
  local_ip_address: null,
  port: 10009,
  communication_type: null,
}
const terminal = virtualTerminal()
const ask = (text: string, over: Partial<Terms> = {}, device: Partial<Device> = {}) =>
  terminal.prompt({ text, require_signature: true, wait_seconds: 60, ...over }, { ...DEVICE, ...device })

test('terms are accepted, and signed where that is required', async () => {
  assert.deepEqual(await ask('Terms', { require_signature: false }), {
    reason_code_id: 1000,
    signature_png_base64: null,
  })
  const { reason_code_id, signature_png_base64 } = await ask('Terms')
  assert.equal(reason_code_id, 1000)
  assert.match(signature_png_base64 ?? '', /^iVBORw0KGgo[A-Za-z0-9+/]+={0,2}$/)
})

test('the word DECLINE declines and the word TIMEOUT gets no answer; no other word does', async () => {
  for (const [text, reason_code_id] of [
    ['DECLINE', 1500],
    ['Do DECLINE, please.', 1500],
    ['TIMEOUT\nplease', 1531],
  ] as const) {
    assert.deepEqual(await ask(text), { reason_code_id, signature_png_base64: null }, text)
  }
  for (const text of ['decline', 'DECLINED', 'Timeout', 'TIMEOUTS']) {
    assert.equal((await ask(text)).reason_code_id, 1000, text)
  }
})

test('a signature is drawn: ink on paper within the margins, another one below other terms or on another device', async () => {
  const first = await ask('Terms')
  assert.deepEqual(await ask('Terms'), first)
  const others = [first, await ask('Other terms'), await ask('Terms', {}, { serial_number: 'A2' })]
  assert.equal(new Set(others.map(each => each.signature_png_base64)).size, 3)
  for (const { signature_png_base64 } of others) {
    const { width, height, dots } = readPng(Buffer.from(signature_png_base64 ?? '', 'base64'))
    const inked = [...dots.keys()].filter(dot => dots[dot] === 0)
    const columns = new Set(inked.map(dot => dot % width))
    assert.deepEqual([...new Set(dots)].toSorted(), [0, 0xff])
    assert.ok(columns.size > width / 2, `${columns.size} columns have ink`)
    assert.ok(inked.length < (width * height) / 4, `${inked.length} dots of ink`)
  }
})

test('any seed stays on the paper', async () => {
  for (let seed = 0; seed < 50; seed += 1) {
    const { signature_png_base64 } = await ask(`Terms ${seed}`)
    const { width, height, dots } = readPng(Buffer.from(signature_png_base64 ?? '', 'base64'))
    const rim = [...dots.keys()].filter(dot => {
      const [x, y] = [dot % width, Math.floor(dot / width)]
      return x === 0 || y === 0 || x === width - 1 || y === height - 1
    })
    assert.deepEqual(
      rim.filter(dot => dots[dot] === 0),
      [],
      `seed ${seed}`,
    )
  }
})

test('it is always online', async () => {
  assert.equal(await terminal.isOnline(DEVICE), true)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Device, PromptResponse, Terminal, Terms } from '../../ports/terminal.ts'
import { prompt } from './deviceterm.operations.ts'

const DEVICE: Device = {
  id: '0'.repeat(24),
  terminal_manufacturer_id: 100,
  serial_number: 'A1',
  local_ip_address: null,
  port: 10009,
  communication_type: null,
}
const TERMS: Terms = { text: 'Terms', require_signature: true, wait_seconds: 60 }
const UNANSWERED: PromptResponse = { reason_code_id: 1531, signature_png_base64: null }

function answering(answer: () => Promise<PromptResponse>): Pick<Terminal, 'prompt'> {
  return { prompt: answer }
}

function ask(answer: PromptResponse, over: Partial<Terms> = {}): Promise<PromptResponse> {
  return prompt(
    answering(async () => answer),
    { ...TERMS, ...over },
    DEVICE,
    10,
  )
}

test('the device is given terms and itself', async () => {
  const seen: unknown[] = []
  const terminal: Pick<Terminal, 'prompt'> = {
    async prompt(...given) {
      seen.push(...given)
      return UNANSWERED
    },
  }
  await prompt(terminal, TERMS, DEVICE, 10)
  assert.deepEqual(seen.slice(0, 2), [TERMS, DEVICE])
  assert.equal((seen[2] as AbortSignal).aborted, true, 'and is told when nobody waits any more')
})

test('accepted terms come back with their signature, others without one', async () => {
  const signed: PromptResponse = { reason_code_id: 1000, signature_png_base64: 'iVBORw0KGg' }
  assert.deepEqual(await ask(signed), signed)
  assert.deepEqual(await ask(signed, { require_signature: false }), { ...signed, signature_png_base64: null })
  assert.deepEqual(await ask({ ...signed, reason_code_id: 1500 }), { reason_code_id: 1500, signature_png_base64: null })
})

test('accepted without the signature that was required, or with one too long to keep, is no answer', async () => {
  assert.deepEqual(await ask({ reason_code_id: 1000, signature_png_base64: null }), UNANSWERED)
  assert.deepEqual(await ask({ reason_code_id: 1000, signature_png_base64: '' }), UNANSWERED)
  assert.deepEqual(await ask({ reason_code_id: 1000, signature_png_base64: 'x'.repeat(11) }), UNANSWERED)
})

test('a device that throws, or never comes back, has not answered', async () => {
  const broken = answering(() => Promise.reject(new Error('connection reset')))
  assert.deepEqual(await prompt(broken, TERMS, DEVICE, 10), UNANSWERED)
  const silent = answering(() => new Promise(() => undefined))
  assert.deepEqual(await prompt(silent, { ...TERMS, wait_seconds: 0 }, DEVICE, 10, 0), UNANSWERED)
})

#!/usr/bin/env node
/**
 * A key service over any PKCS#11 module (HSM, smart card, SoftHSM), by OpenSC's pkcs11-tool: the key that wraps the ring
 * never leaves the device. For TOLLGATE_KEY_SERVICE=exec:/path/to/node /path/to/key-service-pkcs11.mjs MODULE TOKEN KEY
 * with the PIN in TOLLGATE_HSM_PIN. The key is an AES key of the device, made once:
 *   pkcs11-tool --module MODULE --token-label TOKEN --login --keygen --key-type AES:32 --label KEY --sensitive
 * To use another one, name it instead of KEY: what the old one wrapped still names that one. The gateway compares what
 * comes back with a keyed check of its own, so that a block which was changed is never taken for a key.
 */
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { createInterface } from 'node:readline'

const IV_BYTES = 16
const [module, token, current] = process.argv.slice(2)

for await (const line of createInterface({ input: process.stdin })) process.stdout.write(`${answer(JSON.parse(line))}\n`)

function answer({ id, op, kek, bytes }) {
  try {
    const key = kek ?? current
    const given = Buffer.from(bytes, 'base64')
    const done = op === 'wrap' ? wrap(key, given) : unwrap(key, given)
    return JSON.stringify({ id, kek: key, bytes: done.toString('base64') })
  } catch {
    return JSON.stringify({ id, error: `${op} failed` })
  }
}

function wrap(key, clear) {
  const iv = randomBytes(IV_BYTES)
  return Buffer.concat([iv, onDevice('--encrypt', key, iv, clear)])
}

function unwrap(key, wrapped) {
  return onDevice('--decrypt', key, wrapped.subarray(0, IV_BYTES), wrapped.subarray(IV_BYTES))
}

/** What goes in and out passes through pipes, never through a file; the PIN is not in the list of processes. */
function onDevice(action, key, iv, input) {
  const args = ['--module', module, '--token-label', token, '--login', '--pin', 'env:TOLLGATE_HSM_PIN', '--label', key]
  const mechanism = ['--mechanism', 'AES-CBC-PAD', '--iv', iv.toString('hex')]
  return execFileSync('pkcs11-tool', [...args, action, ...mechanism], { input, stdio: ['pipe', 'pipe', 'ignore'] })
}

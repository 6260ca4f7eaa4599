import assert from 'node:assert/strict'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, mock, test } from 'node:test'
import { grownRingText, newRingText, openKeyRing, refingerprintedRingText, retiredRingText, ringText } from './index.ts'

const folder = mkdtempSync(join(tmpdir(), 'tollgate-printed-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const clock = { now: () => 0, seconds: () => 0 }
const here = { location_id: 'l', record_id: 'r', field: 'account_number' }
const stored = join(folder, 'stored.json')
const program = script('print', `cat ${stored}`)
const place = { command: [program] }

function script(name: string, body: string): string {
  const path = join(folder, name)
  writeFileSync(path, `#!/bin/sh\n${body}\n`)
  chmodSync(path, 0o755)
  return path
}

const open = (command: readonly string[] = place.command) => openKeyRing({ command, create: false, clock })

test('a ring that a program prints seals and opens as one in a file, and gives the same fingerprints', async () => {
  writeFileSync(stored, newRingText(clock), { mode: 0o600 })
  const printed = open()
  const sealed = printed.seal('4111111111111111', here)
  const kept = openKeyRing({ path: stored, create: false, clock })
  assert.equal(kept.open(sealed, here), '4111111111111111')
  assert.equal(printed.fingerprint('card', 'x'), kept.fingerprint('card', 'x'))
  assert.equal(ringText(place), readFileSync(stored, 'utf8'))
  await assert.rejects(printed.rotate(), /cannot add a key where a program keeps the ring; see .* keyring add-key$/)
})

test('a key that was added where the program reads is used after some minutes, and opens at once what names it', async t => {
  writeFileSync(stored, newRingText(clock))
  const [running, other] = [open(), open()]
  const first = running.keys()[0]!.id
  writeFileSync(stored, grownRingText(place, clock))
  const sealed = open().seal('4111111111111111', here)
  t.mock.method(performance, 'now', () => 100_000_000)
  assert.equal(other.open(sealed, here), '4111111111111111')
  assert.equal(running.keyOf(running.seal('x', here)), first)
  while (running.keys().length < 2) await new Promise(resolve => setTimeout(resolve, 10))
  assert.notEqual(running.keyOf(running.seal('x', here)), first)
})

test('a fingerprint key that was put where the program reads starts an hour later', () => {
  writeFileSync(stored, newRingText(clock))
  const former = open().fingerprint('card', 'x')
  writeFileSync(stored, refingerprintedRingText(place, clock))
  assert.throws(() => refingerprintedRingText(place, clock), /are still taken: retire it first/)
  const early = open()
  assert.equal(early.fingerprint('card', 'x'), former)
  assert.equal(early.fingerprints('card', 'x').length, 2)
  const later = openKeyRing({ ...place, create: false, clock: { now: () => 0, seconds: () => 3600 } })
  assert.equal(later.fingerprint('card', 'x'), early.fingerprints('card', 'x')[1])
  writeFileSync(stored, retiredRingText(place, early.fingerprintKeys()[0]!.id))
  assert.ok(!open().isFingerprint(former, 'card', 'x'))
})

test('another ring than before is not taken', t => {
  writeFileSync(stored, newRingText(clock))
  const running = open()
  writeFileSync(stored, newRingText(clock))
  const sealed = open().seal('4111111111111111', here)
  t.mock.method(performance, 'now', () => 100_000_000)
  assert.throws(() => running.open(sealed, here), /the program prints another ring than before$/)
  mock.restoreAll()
})

test('a program that fails, hangs, prints too much or no ring is one line without what it printed', () => {
  const fails = (body: string, says: RegExp): void => {
    const command = [script('fails', body)]
    assert.throws(
      () => open(command),
      ({ message }: Error) => {
        assert.match(message, says)
        assert.ok(!/hidden-word|\n/.test(message), message)
        return true
      },
    )
  }
  fails('echo hidden-word; echo hidden-word >&2; exit 3', /the program failed \(exit code 3\)/)
  fails('kill -9 $$', /the program failed \(SIGKILL\)/)
  fails('yes hidden-word', /printed more than 64 KB/)
  fails('echo hidden-word', /it is not JSON/)
  assert.throws(() => open([join(folder, 'nothing')]), /there is no such program/)
  chmodSync(stored, 0o644)
  assert.throws(() => open([stored]), /this user may not run the program/)
})

import assert from 'node:assert/strict'
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { Binding } from '../../../ports/cipher.ts'
import { type KeyRing, openKeyRing } from './index.ts'

const homes: string[] = []
after(() => {
  for (const home of homes) rmSync(home, { recursive: true, force: true })
})

const clock = { now: () => 1_767_225_600_000, seconds: () => 1_767_225_600 }
const here: Binding = {
  location_id: '11e95f8ec39de8fbdb0a4f1a',
  record_id: '11e936d6fc3bd9f0a5bfb0e0',
  field: 'account_number',
}

function newPath(): string {
  const home = mkdtempSync(join(tmpdir(), 'tollgate-ring-'))
  homes.push(home)
  return join(home, 'keyring.json')
}

const open = (path: string, create = true) => openKeyRing({ path, create, clock })

test('a new ring is a file of mode 0600 and nothing else is left in its folder', () => {
  const path = newPath()
  const ring = open(path)
  assert.equal(statSync(path).mode & 0o777, 0o600)
  assert.deepEqual(readdirSync(join(path, '..')), ['keyring.json'])
  assert.deepEqual(
    ring.keys().map(({ state, created_ts }) => ({ state, created_ts })),
    [{ state: 'active', created_ts: 1_767_225_600 }],
  )
})

test('the folder of a new ring is made when it is missing', () => {
  const path = join(newPath(), '..', 'deeper', 'home', 'keyring.json')
  open(path)
  assert.equal(statSync(join(path, '..')).mode & 0o777, 0o700)
})

test('a ring opened again opens what was sealed before and gives the same fingerprints', () => {
  const path = newPath()
  const first = open(path)
  const sealed = first.seal('4111111111111111', here)
  const second = open(path, false)
  assert.equal(second.open(sealed, here), '4111111111111111')
  assert.equal(second.fingerprint('card', '4111111111111111'), first.fingerprint('card', '4111111111111111'))
  assert.equal(second.keyOf(sealed), first.keys()[0]!.id)
  assert.equal(second.rewrap(sealed, here), null)
})

test('creating where a ring exists keeps that ring', () => {
  const path = newPath()
  open(path)
  const before = readFileSync(path)
  open(path, true)
  assert.deepEqual(readFileSync(path), before)
})

test('a rotation adds an active key, opens the old secrets, seals under the new key and keeps the fingerprints', async () => {
  const path = newPath()
  const ring = open(path)
  const old = ring.seal('4111111111111111', here)
  const before = ring.fingerprint('card', '4111111111111111')
  const id = await ring.rotate()
  assert.deepEqual(
    ring.keys().map(key => key.state),
    ['decrypt_only', 'active'],
  )
  assert.equal(ring.keys()[1]!.id, id)
  assert.equal(ring.open(old, here), '4111111111111111')
  assert.equal(ring.keyOf(ring.seal('x', here)), id)
  assert.equal(ring.fingerprint('card', '4111111111111111'), before)
  assert.equal(statSync(path).mode & 0o777, 0o600)
  assert.deepEqual(readdirSync(join(path, '..')), ['keyring.json'])
})

test('after a rotation rewrap moves a secret to the new key once', async () => {
  const ring = open(newPath())
  const old = ring.seal('4111111111111111', here)
  const id = await ring.rotate()
  const moved = ring.rewrap(old, here)
  assert.ok(moved)
  assert.equal(ring.keyOf(moved), id)
  assert.equal(ring.open(moved, here), '4111111111111111')
  assert.equal(ring.rewrap(moved, here), null)
  assert.equal(ring.open(old, here), '4111111111111111')
})

test('a rotation by another instance is noticed: its secrets open, and new secrets and rewraps use its key', async () => {
  const path = newPath()
  const [here_first, elsewhere] = [open(path), open(path)]
  const old = here_first.seal('4111111111111111', here)
  const id = await elsewhere.rotate()
  assert.equal(here_first.open(elsewhere.seal('5454545454545454', here), here), '5454545454545454')
  assert.equal(here_first.keyOf(here_first.seal('x', here)), id)
  assert.equal(here_first.keyOf(here_first.rewrap(old, here)!), id)
})

test('two instances that rotate in turn lose no key', async () => {
  const path = newPath()
  const [one, other] = [open(path), open(path)]
  const sealed: string[] = []
  for (const ring of [one, other, one, other, one]) {
    await ring.rotate()
    sealed.push(ring.seal('4111111111111111', here))
  }
  assert.equal(one.keys().length, 6)
  for (const ring of [one, other, open(path, false)]) {
    for (const text of sealed) assert.equal(ring.open(text, here), '4111111111111111')
  }
})

test('a secret of a key that is nowhere in the ring is refused by the name of that key', () => {
  const [one, other] = [open(newPath()), open(newPath())]
  assert.throws(() => one.open(other.seal('x', here), here), new RegExp(`no key ${other.keys()[0]!.id}`))
})

const oneLine = (path: string, reason: RegExp) => (error: Error) => {
  assert.match(error.message, reason)
  assert.doesNotMatch(error.message, /\n/)
  assert.ok(error.message.includes(path))
  return true
}

test('a missing ring that may not be created is one clear line, and no file appears', () => {
  const path = newPath()
  assert.throws(() => open(path, false), oneLine(path, /is missing.*restore it from its backup/))
  assert.deepEqual(readdirSync(join(path, '..')), [])
})

for (const mode of [0o640, 0o604, 0o620, 0o601]) {
  test(`a ring of mode ${mode.toString(8)} is refused with the command that mends it`, () => {
    const path = newPath()
    open(path)
    chmodSync(path, mode)
    assert.throws(() => open(path, false), oneLine(path, /chmod 600/))
  })
}

test('a ring that is no JSON, no file or a damaged ring is one clear line', () => {
  const path = newPath()
  writeFileSync(path, '{"version": 1,\n "wrap', { mode: 0o600 })
  assert.throws(() => open(path), oneLine(path, /not JSON/))
  writeFileSync(path, '{"version": 1}')
  assert.throws(() => open(path), oneLine(path, /wrapping_keys is not a list/))
  rmSync(path)
  mkdirSync(path)
  assert.throws(() => open(path), oneLine(path, /not a regular file/))
})

test('when the file vanishes under a running service, old secrets still open and nothing new is sealed', async () => {
  const path = newPath()
  const ring = open(path)
  const sealed = ring.seal('4111111111111111', here)
  const backup = `${path}.backup`
  copyFileSync(path, backup)
  rmSync(path)
  assert.equal(ring.open(sealed, here), '4111111111111111')
  assert.throws(() => ring.seal('x', here), oneLine(path, /is missing/))
  await assert.rejects(ring.rotate(), oneLine(path, /is missing/))
  copyFileSync(backup, path)
  assert.equal(ring.open(ring.seal('x', here), here), 'x')
})

test('a rotation while another process holds the lock is refused and changes nothing', async () => {
  const path = newPath()
  const ring = open(path)
  writeFileSync(`${path}.lock`, '')
  const before = readFileSync(path)
  await assert.rejects(ring.rotate(), oneLine(path, /another process is changing it/))
  assert.deepEqual(readFileSync(path), before)
  rmSync(`${path}.lock`)
  assert.equal(await ring.rotate(), ring.keys()[1]!.id)
})

test('a retired key opens nothing, and what it sealed is still wrapped again', async () => {
  const ring = open(newPath())
  const [first] = ring.keys()
  const sealed = ring.seal('4111111111111111', here)
  await assert.rejects(ring.retire(first!.id), /is the one that seals/)
  await ring.rotate()
  await assert.rejects(ring.retire('nobody'), /there is no key nobody/)
  await ring.retire(first!.id)
  assert.throws(() => ring.open(sealed, here), /is retired/)
  assert.equal(ring.open(ring.rewrap(sealed, here)!, here), '4111111111111111')
  assert.equal(await ring.rotate(), ring.keys().at(-1)!.id)
  assert.deepEqual(
    ring.keys().map(({ state }) => state),
    ['retired', 'decrypt_only', 'active'],
  )
})

test('a key is replaced when its period is over, once for all processes, and not before', async () => {
  const path = newPath()
  const clock = { at: 1_767_225_600, now: () => clock.at * 1000, seconds: () => clock.at }
  const [one, other] = [0, 1].map(() => openKeyRing({ path, create: true, clock })) as [KeyRing, KeyRing]
  assert.equal(one.keys()[0]!.ends_ts, clock.at + 365 * 86_400)
  assert.equal(await one.renew(), null)
  clock.at += 365 * 86_400
  const made = await one.renew()
  assert.equal(made, one.keys()[1]!.id)
  assert.deepEqual([await one.renew(), await other.renew()], [null, null])
  assert.equal(other.keyOf(other.seal('x', here)), made)
})

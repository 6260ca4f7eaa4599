import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { openKeyRing } from './index.ts'

const PROCESSES = 3
const ROUNDS = 12
const here = { location_id: 'l', record_id: 'r', field: 'account_number' }
const clock = { now: () => 0, seconds: () => 0 }

/**
 * A process that, for every path it is told, opens or creates the ring there at once, seals, and rotates until it may.
 */
const CHILD = `
import { openKeyRing } from ${JSON.stringify(new URL('./index.ts', import.meta.url).href)}
const clock = { now: () => 0, seconds: () => 0 }
process.on('message', async ({ path, rotate }) => {
  const ring = openKeyRing({ path, create: true, clock })
  const sealed = [ring.seal('4111111111111111', ${JSON.stringify(here)})]
  let refused = 0
  while (rotate) {
    try { await ring.rotate(); break } catch (error) {
      if (!/another process is changing it/.test(error.message)) throw error
      refused++
    }
  }
  sealed.push(ring.seal('4111111111111111', ${JSON.stringify(here)}))
  process.send({ sealed, mark: ring.fingerprint('card', '4111111111111111') })
})
process.send('ready')
`

type Answer = { sealed: string[]; mark: string }

async function startChild(): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', CHILD], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  await once(child, 'message')
  return child
}

async function ask(child: ChildProcess, question: { path: string; rotate: boolean }): Promise<Answer> {
  const answered = new AbortController()
  const { signal } = answered
  const ended = once(child, 'exit', { signal }).then(([code]) => Promise.reject(new Error(`the child ended: ${code}`)))
  child.send(question)
  const [message] = await Promise.race([once(child, 'message', { signal }), ended])
  answered.abort()
  await ended.catch(() => {})
  return message as Answer
}

test('processes that open, create and rotate the same new ring at once share one ring and lose no key', async () => {
  const home = mkdtempSync(join(tmpdir(), 'tollgate-ring-'))
  const children = await Promise.all(Array.from({ length: PROCESSES }, startChild))
  try {
    for (let round = 0; round < ROUNDS; round++) {
      const path = join(home, `${round}`, 'keyring.json')
      const answers = await Promise.all(children.map(child => ask(child, { path, rotate: round % 2 === 1 })))
      const ring = openKeyRing({ path, create: false, clock })
      assert.equal(ring.keys().length, round % 2 === 1 ? PROCESSES + 1 : 1)
      for (const { sealed, mark } of answers) {
        for (const text of sealed) assert.equal(ring.open(text, here), '4111111111111111')
        assert.equal(mark, ring.fingerprint('card', '4111111111111111'))
      }
      assert.deepEqual(readdirSync(join(home, `${round}`)), ['keyring.json'])
    }
  } finally {
    for (const child of children) if (child.connected) child.disconnect()
    await Promise.all(children.map(child => child.exitCode ?? once(child, 'exit')))
    rmSync(home, { recursive: true, force: true })
  }
})

import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
const tooOld = 15 * 60_000

/**
 * Runs `work` while no other process does, across processes and crashes: a lock whose owner died is taken over. A
 * signal during `work` goes to the listener that it set with `onSignal`, and then ends the process after the lock is
 * released.
 */
export async function underLock(lock, work) {
  await take(lock)
  const release = () => rmSync(lock, { recursive: true, force: true })
  let listener = () => {}
  const stop = signal => {
    listener(signal)
    process.exit(128 + constants.signals[signal])
  }
  process.once('exit', release)
  for (const signal of signals) process.on(signal, stop)
  try {
    await work(given => {
      listener = given
    })
  } finally {
    release()
    process.off('exit', release)
    for (const signal of signals) process.off(signal, stop)
    removeEmpty(dirname(lock))
  }
}

/** The lock is a folder renamed into place with its owner's number inside, so it is never seen without an owner. */
async function take(lock) {
  const draft = makeDraft(lock)
  writeFileSync(join(draft, 'pid'), String(process.pid))
  const discard = () => rmSync(draft, { recursive: true, force: true })
  process.once('exit', discard)
  for (let told = false; !isTaken(draft, lock); told = true) {
    if (!told) process.stderr.write(`Waiting for another installation; if there is none, remove ${lock}\n`)
    await pause(200)
  }
  process.off('exit', discard)
}

/** A process that has just finished may remove the empty folder between these two steps. */
function makeDraft(lock) {
  for (;;) {
    mkdirSync(dirname(lock), { recursive: true, mode: 0o700 })
    try {
      return mkdtempSync(`${lock}.`)
    } catch (error) {
      if (error.code !== 'ENOENT') throw error
    }
  }
}

function isTaken(draft, lock) {
  try {
    renameSync(draft, lock)
    return true
  } catch (error) {
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
    removeAbandoned(lock, `${draft}.old`)
    return false
  }
}

/**
 * Removes a lock whose owner is gone, or so old that its process id must belong to another program. It is moved aside
 * first and put back if it turns out to be another lock: of two processes that find it abandoned, the slower must not
 * remove the lock of the faster.
 */
function removeAbandoned(lock, aside) {
  try {
    const owner = readFileSync(join(lock, 'pid'), 'utf8')
    if (isAlive(Number(owner)) && Date.now() - statSync(lock).mtimeMs < tooOld) return
    renameSync(lock, aside)
    if (readFileSync(join(aside, 'pid'), 'utf8') === owner) rmSync(aside, { recursive: true })
    else renameSync(aside, lock)
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
  }
}

function isAlive(pid) {
  if (pid === process.pid) return false
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** The folder may also hold the gateway's data, or the lock of another process that waits. */
function removeEmpty(folder) {
  try {
    rmdirSync(folder)
  } catch (error) {
    if (error.code !== 'ENOTEMPTY' && error.code !== 'ENOENT') throw error
  }
}

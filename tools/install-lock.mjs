import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
const tooOld = 15 * 60_000

/**
 * Runs `work` while no other process does, across processes and after crashes: a lock whose owner died is taken over. A signal that
 * arrives meanwhile goes to the listener `work` has set with `onSignal`, and then ends the process with the lock given back.
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

/** Who has just finished may remove the empty folder between our two steps. */
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
 * Takes away a lock whose owner is gone, or is so old that the number must belong to another program by now. It is moved aside first and
 * put back if it turns out to be another one: of two who find it abandoned, the slower must not take away the lock of the faster.
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

/** The folder may hold the gateway's data as well, or somebody else who waits. */
function removeEmpty(folder) {
  try {
    rmdirSync(folder)
  } catch (error) {
    if (error.code !== 'ENOTEMPTY' && error.code !== 'ENOENT') throw error
  }
}

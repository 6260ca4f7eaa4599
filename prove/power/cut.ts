import { readFileSync, statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Random } from '../../conformance/fuzz/random.ts'
import { takeLock } from '../../sandbox/sidecar/lock.ts'
import { killSimulator, textOf } from './processes.ts'

/** What the simulator keeps: orders and settlements. The files of the latter are made again from it. */
const FILES = ['ledger.jsonl', 'settlements.jsonl'] as const
const TRIES = 400
const POLL_MS = 5

/**
 * Simulates a power failure: kills the simulator and keeps of its ledger only what was synced, and perhaps a part of
 * the rest. The simulator's lock is held meanwhile, so that no successor reads what is about to disappear. Returns
 * the number of bytes lost; null when no simulator was running.
 */
export async function cutPower(home: string, chance: Random): Promise<number | null> {
  const folder = join(home, 'processor')
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    if (!killSimulator(home) && attempt === 0) return null
    const lock = takeLock(join(folder, 'lock'))
    if (lock) {
      try {
        return FILES.reduce((sum, name) => sum + forget(join(folder, name), chance), 0)
      } finally {
        lock.release()
      }
    }
    await pause(POLL_MS)
  }
  return null
}

function forget(path: string, chance: Random): number {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0
  const synced = Math.min(size, Number(textOf(() => readFileSync(`${path}.synced`, 'utf8')) || 0))
  // Pages reach the disk in any order and number; the last line that did may be torn.
  const left = synced + (size > synced ? chance.below(size - synced) : 0)
  if (left < size) truncateSync(path, left)
  return size - left
}

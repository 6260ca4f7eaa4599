import type { KeyRing } from '../adapters/cipher/keyring/index.ts'
import type { Database } from '../db/database.ts'
import { rewrapColumn } from './rewrap-column.ts'
import { SEALED_COLUMNS } from './sealed-columns.ts'

export interface Rotation {
  db: Database
  ring: KeyRing
  /** Told one line at a time; no line holds a secret. */
  log(line: string): void
  /** Rows per commit; 500 when left out. */
  chunk?: number
}

export interface Rotated {
  /** The key that is active now and wraps everything. */
  key_id: string
  /** False when this run only finished an earlier one that had been stopped. */
  is_new: boolean
  rewrapped: number
}

/**
 * `rotate-keys`: adds a key to the ring, makes it the active one, and wraps every stored secret again under it, while the
 * service runs. Nothing is decrypted and nothing touches the disk but the ring file and the database. When a run was
 * stopped half way, the next one finishes it and adds no key: rotating twice would only hide that the first is not done.
 */
export async function rotateKeys({ db, ring, log, chunk }: Rotation): Promise<Rotated> {
  const active = ring.keys().find(key => key.state === 'active')!.id
  const finished = await rewrapAll(active)
  if (finished > 0) {
    log(
      `An earlier rotation was not complete: ${finished} values are now under key ${active}. Run the command again to add a new key.`,
    )
    return { key_id: active, is_new: false, rewrapped: finished }
  }
  const key_id = ring.rotate()
  log(`Key ${key_id} is active.`)
  const rewrapped = await rewrapAll(key_id)
  log(
    `Done: ${rewrapped} values are under key ${key_id}. The earlier keys stay in the ring, because backups need them.`,
  )
  return { key_id, is_new: true, rewrapped }

  // Until nothing is left: a request that was sealing at the moment of the rotation may have stored an old wrap behind us.
  async function rewrapAll(key: string): Promise<number> {
    let total = 0
    for (;;) {
      const round = await rewrapRound(key)
      if (round === 0) return total
      total += round
    }
  }

  async function rewrapRound(key: string): Promise<number> {
    let round = 0
    for (const column of SEALED_COLUMNS) {
      const name = `${column.table.replaceAll('"', '')}.${column.column}`
      const progress = (count: number) => log(`${name}: ${count}`)
      round += await rewrapColumn(column, { db, cipher: ring, key_id: key, progress, ...(chunk ? { chunk } : {}) })
    }
    return round
  }
}

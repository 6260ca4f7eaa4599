import { existsSync, rmSync } from 'node:fs'
import { type KeyRing, openKeyRing } from '../../adapters/cipher/keyring/index.ts'
import { createRingFile } from '../../adapters/cipher/keyring/ring-file.ts'
import { fitsCanary } from '../../boot/open-key-ring.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Head } from './format.ts'

/**
 * The ring that is in place before a restore; null when there is none and the backup brings it. Throws when it is not the one that the
 * backup's secrets were sealed with, or when there is none at all.
 */
export function ringBeforehand(path: string, { canary, has_keyring }: Head, clock: Clock): KeyRing | null {
  if (!existsSync(path)) {
    if (has_keyring) return null
    throw new Error(
      `the key ring is not in this backup: put your copy of it at ${path} (chmod 600), then run this again`,
    )
  }
  const ring = openKeyRing({ path, create: false, clock })
  if (!fitsCanary(ring, canary)) throw new Error(`the key ring ${path} does not belong to this backup`)
  return ring
}

/** Puts the ring of the backup in its place. */
export function ringFromBackup(path: string, text: string, { canary }: Head, clock: Clock): KeyRing {
  if (!createRingFile(path, text)) throw new Error(`a key ring has appeared at ${path} meanwhile`)
  const ring = openKeyRing({ path, create: false, clock })
  if (fitsCanary(ring, canary)) return ring
  rmSync(path)
  throw new Error('the key ring in the backup does not belong to its database')
}

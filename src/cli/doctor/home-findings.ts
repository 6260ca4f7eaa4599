import { stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { openKeyRing } from '../../adapters/cipher/keyring/index.ts'
import { fitsCanary } from '../../boot/open-key-ring.ts'
import type { Config } from '../../config.ts'
import type { Queryable } from '../../db/database.ts'
import type { Clock } from '../../ports/clock.ts'
import { bad, type Finding, good, look } from './finding.ts'

const LEAST_FREE = 1_000_000_000
const LEAST_SHARE = 0.05
const ANSWER_MS = 3_000

/** The folder, who may write to it, and how much room there is. */
export async function homeFindings({ home }: Config): Promise<Finding[]> {
  const facts = await stat(home).catch(() => null)
  if (!facts?.isDirectory()) return [bad(`the home ${home} is not there`)]
  const { bavail, blocks, bsize } = await statfs(home)
  const free = bavail * bsize
  const size = `${(free / 1e9).toFixed(1)} GB free at ${home}`
  const is_open = (facts.mode & 0o022) !== 0
  return [
    is_open
      ? bad(`group or others may write to ${home}, run: chmod go-w ${home}`)
      : good(`the home ${home} is closed to others' writing`),
    free < LEAST_FREE || bavail < blocks * LEAST_SHARE ? bad(`only ${size}`) : good(size),
  ]
}

/** Whether there is a ring, closed to others, and the one of this database. */
export async function ringFindings({ home }: Config, db: Queryable, clock: Clock): Promise<Finding[]> {
  const path = join(home, 'keyring.json')
  const [known] = await db.query<{ canary: string }>('select canary from installation where id = 1')
  if (!known) return [look('no gateway has run on this database yet')]
  try {
    const ring = openKeyRing({ path, create: false, clock })
    if (!fitsCanary(ring, known.canary)) return [bad(`the key ring ${path} does not belong to this database`)]
    return [good(`the key ring fits (${ring.keys().length} keys): is there a copy of it somewhere else?`)]
  } catch (error) {
    return [bad((error as Error).message)]
  }
}

/** Whether the address that goes into every link leads to a gateway. */
export async function addressFindings({ public_url, mode }: Config): Promise<Finding[]> {
  if (!public_url) return [look('TOLLGATE_PUBLIC_URL is not set: links lead to the address the gateway listens on')]
  const insecure = public_url.startsWith('https://') || mode === 'sandbox' ? [] : [bad(`${public_url} is not https`)]
  const answer = await fetch(`${public_url}/healthz`, { signal: AbortSignal.timeout(ANSWER_MS) }).catch(() => null)
  if (answer?.ok) return [...insecure, good(`${public_url} answers`)]
  return [...insecure, look(`${public_url} does not answer from here: no gateway runs, or it cannot be reached`)]
}

import { type Random, random } from '../conformance/fuzz/random.ts'
import type { Entry } from './journal.ts'
import { eachApi, type ProofRun } from './proof-run.ts'
import { isWithinKey, sendOnce } from './send-until-answered.ts'

const MOST = 80
/** So many of these are requests whose first answer was lost: those are answered from what was stored. */
const ASKED_AGAIN = 40
/** Keys are kept for a day. Here the clock stands still; the run itself may have taken an hour. */
const KEPT_SECONDS = 23 * 3600
const TRIES = 5
/** Of the entries of a journal the latest so many are looked through for one to send again. */
const LATEST = 200

/**
 * Sends requests again that were answered long ago, as restarted programs do: each has to get its first answer. What
 * they were told until then is forgotten, so that what an entry says afterwards comes from here.
 */
export async function replay(proof: ProofRun): Promise<Entry[]> {
  const chance = random(proof.options.seed + 6)
  const keyed = proof.journal.entries.filter(entry => canReplay(proof, entry, KEPT_SECONDS))
  const asked_again = keyed.filter(({ tries }) => tries > 1)
  const again = new Set(
    keyed.length <= MOST
      ? keyed
      : [...someOf(asked_again, ASKED_AGAIN, chance), ...someOf(keyed, MOST - ASKED_AGAIN, chance)],
  )
  const [url] = eachApi(proof)
  if (!url) return []
  for (const entry of again) {
    Object.assign(entry, { status: 0, last: null })
    for (let left = TRIES; left > 0 && entry.status === 0; left -= 1)
      await sendOnce(proof, proof.sandbox.merchants[entry.merchant]!, url, entry, KEPT_SECONDS)
  }
  return [...again]
}

function someOf(entries: readonly Entry[], most: number, chance: Random): readonly Entry[] {
  return entries.length <= most ? entries : Array.from({ length: most }, () => chance.pick(entries))
}

/** Sends one of the latest answered requests of a merchant again while others work; returns how many it sent. */
export async function replayOne(proof: ProofRun, merchant: number, chance: Random): Promise<number> {
  const latest = proof.journal.entries.slice(-LATEST)
  const keyed = latest.filter(entry => entry.merchant === merchant && canReplay(proof, entry))
  const [url] = eachApi(proof)
  if (!url || keyed.length === 0) return 0
  await sendOnce(proof, proof.sandbox.merchants[merchant]!, url, chance.pick(keyed))
  return 1
}

function canReplay(proof: ProofRun, { state, has_key, answer, moved_seconds }: Entry, most?: number): boolean {
  return state === 'acknowledged' && has_key && !answer?.looked_up && isWithinKey(proof, { moved_seconds }, most)
}

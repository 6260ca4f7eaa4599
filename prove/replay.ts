import { type Random, random } from '../conformance/fuzz/random.ts'
import type { Entry } from './journal.ts'
import { eachApi, type ProofRun } from './proof-run.ts'
import { isWithinKey, sendOnce } from './send-until-answered.ts'

const MOST = 80
/** Of the entries of a journal the latest so many are looked through for one to send again. */
const LATEST = 200

/** Sends requests again that were answered long ago, as restarted programs do: each has to get its first answer. */
export async function replay(proof: ProofRun): Promise<Entry[]> {
  const chance = random(proof.options.seed + 6)
  const keyed = proof.journal.entries.filter(entry => canReplay(proof, entry))
  const again = keyed.length <= MOST ? keyed : Array.from({ length: MOST }, () => chance.pick(keyed))
  const [url] = eachApi(proof)
  if (url) for (const entry of again) await sendOnce(proof, proof.sandbox.merchants[entry.merchant]!, url, entry)
  return again
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

function canReplay(proof: ProofRun, { state, has_key, answer, moved_seconds }: Entry): boolean {
  return state === 'acknowledged' && has_key && !answer?.looked_up && isWithinKey(proof, { moved_seconds })
}

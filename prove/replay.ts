import { random } from '../conformance/fuzz/random.ts'
import type { Entry } from './journal.ts'
import { eachApi, type ProofRun } from './proof-run.ts'
import { isWithinKey, sendOnce } from './send-until-answered.ts'

const MOST = 80

/** Sends requests again that were answered long ago, as restarted programs do: each has to get its first answer. */
export async function replay(proof: ProofRun): Promise<Entry[]> {
  const chance = random(proof.options.seed + 6)
  const keyed = proof.journal.entries.filter(
    entry => entry.state === 'acknowledged' && entry.has_key && isWithinKey(proof, entry) && !entry.answer?.looked_up,
  )
  const again = keyed.length <= MOST ? keyed : Array.from({ length: MOST }, () => chance.pick(keyed))
  const [url] = eachApi(proof)
  if (url) for (const entry of again) await sendOnce(proof, proof.sandbox.merchants[entry.merchant]!, url, entry)
  return again
}

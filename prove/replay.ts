import { random } from '../conformance/fuzz/random.ts'
import { isWithinKey, tryOnce } from './ask.ts'
import { eachApi, type Field } from './field.ts'
import type { Entry } from './journal.ts'

const MOST = 80

/** Merchants' programs that were restarted send once more what was answered long ago: each has to get its first answer again. */
export async function replay(field: Field): Promise<Entry[]> {
  const chance = random(field.options.seed + 6)
  const keyed = field.journal.entries.filter(
    entry => entry.state === 'acknowledged' && entry.has_key && isWithinKey(field, entry) && !entry.answer?.looked_up,
  )
  const again = keyed.length <= MOST ? keyed : Array.from({ length: MOST }, () => chance.pick(keyed))
  const [url] = eachApi(field)
  if (url) for (const entry of again) await tryOnce(field, field.sandbox.merchants[entry.merchant]!, url, entry)
  return again
}

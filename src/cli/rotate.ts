import type { Operator } from './operator.ts'
import { rotateKeys } from './rotate-keys.ts'

/** Makes a new wrapping key and wraps everything sealed again under it. */
export async function rotate({ db, ring, print }: Operator): Promise<void> {
  await rotateKeys({ db, ring, log: print })
}

import { noArguments } from './no-arguments.ts'
import type { Operator } from './operator.ts'
import { rotateKeys } from './rotate-keys.ts'

/** Makes a new wrapping key and wraps everything sealed again under it. */
export function rotate(args: string[]): (operator: Operator) => Promise<void> {
  noArguments('rotate-keys', args)
  return async ({ db, ring, print }) => {
    await rotateKeys({ db, ring, log: print })
  }
}

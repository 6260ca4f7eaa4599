import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * Frees what loading has left behind, compiled code that ran once included: a collection of the last resort. V8 bounds
 * the growth of the heap by what its last collection found alive, and before the first one by hundreds of megabytes.
 */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  runInNewContext(`gc({ type: 'major', execution: 'sync', flavor: 'last-resort' })`)
}

/**
 * `node:test` as test files import it: registering a test or hook throws unless it becomes part of the file that runs.
 * Node finds the file by the promise that the code awaited last. Code that awaits a promise of an earlier file would
 * register its tests there, where they never run (`test/support/own-promise.ts`).
 */
import * as node from 'node:test'

let running: string | null = null

/** Says which file's suite runs from now on; null between files. */
export function registerOnlyIn(file: string | null): void {
  running = file
}

function guarded<F extends (...given: never[]) => unknown>(register: F): F {
  const checked = (...given: never[]): unknown => {
    if (running && !node.getTestContext()?.fullName.startsWith(running))
      throw new Error(`${register.name}() would register in another file than ${running}`)
    return register(...given)
  }
  return Object.assign(checked as F, register)
}

export const { mock, getTestContext } = node
export const test = guarded(node.test)
export const describe = guarded(node.describe)
export const suite = guarded(node.suite)
export const after = guarded(node.after)
export const afterEach = guarded(node.afterEach)
export const before = guarded(node.before)
export const beforeEach = guarded(node.beforeEach)
export default test

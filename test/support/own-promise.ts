/**
 * Returns the result of a promise that several test files wait for. `node:test` finds the file of a test by the promise
 * that its code awaited last. Code that awaits another file's promise would register its tests there, and they would
 * never run.
 */
export function ownPromise<T>(shared: Promise<T>): Promise<T> {
  return new Promise((done, fail) => void shared.then(done, fail))
}

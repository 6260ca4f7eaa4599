/** A signal came while the process was starting: not a failure, everything started so far just ends. */
export class Interrupted extends Error {}

/** What a process has started, so that all of it ends: in reverse order, also when a signal comes in the middle of starting. */
export interface Lifetime {
  /** Waits for `starting` whatever happens, since only what is known to have started can be ended. Throws Interrupted after a signal. */
  keep<T>(starting: T | Promise<T>, end: (started: T) => Promise<unknown>): Promise<T>
  /** Waits for work that leaves nothing behind; a signal does not wait for it but throws Interrupted. */
  unlessStopped<T>(work: Promise<T>): Promise<T>
  /** Resolves at the first signal. */
  stopped: Promise<void>
  /** Fires at the second signal: whoever stops the process does not want to wait for others any longer. */
  hurry: AbortSignal
  /** Ends what was kept, the last first. A step that fails is told to `failed` and does not keep the others from their turn. */
  end(failed: (error: Error) => void): Promise<void>
}

/** npm repeats a signal that the terminal has sent us already; what arrives within a second is one wish. */
const ECHO_MS = 1000

/**
 * Takes over SIGTERM, SIGINT and SIGHUP. The first stops, the second hurries, and the third leaves everything as it is: nothing that
 * was promised to anybody is lost by that, and the next start adopts the database that is left running.
 */
export function lifetime(): Lifetime {
  const ends: (() => Promise<unknown>)[] = []
  const stop = Promise.withResolvers<void>()
  const hurry = new AbortController()
  let wishes = 0
  let echo = false

  const wish = (): void => {
    if (echo) return
    echo = true
    setTimeout(() => {
      echo = false
    }, ECHO_MS).unref()
    wishes += 1
    if (wishes === 1) stop.resolve()
    if (wishes === 2) hurry.abort()
    if (wishes === 3) process.exit(1)
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, wish)

  const interrupted = stop.promise.then(() => Promise.reject(new Interrupted()))
  interrupted.catch(() => undefined)
  return {
    async keep(starting, end) {
      const started = await starting
      ends.unshift(() => end(started))
      if (wishes > 0) throw new Interrupted()
      return started
    },
    unlessStopped: work => Promise.race([work, interrupted]),
    stopped: stop.promise,
    hurry: hurry.signal,
    async end(failed) {
      for (const step of ends.splice(0)) await step().catch(failed)
    },
  }
}

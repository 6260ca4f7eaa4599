/** A signal came while the process was starting. It is not a failure: everything started so far is stopped again. */
export class Interrupted extends Error {}

/**
 * What a process has started, so that all of it is stopped in reverse order, also when a signal comes during the start.
 */
export interface Shutdown {
  /**
   * Waits for `starting` even after a signal, since only what is known to have started can be stopped, and stops it
   * with the rest. Throws Interrupted after a signal.
   */
  adopt<T>(starting: T | Promise<T>, stop: (started: T) => Promise<unknown>): Promise<T>
  /** Waits for work that leaves nothing to stop. A signal ends the wait: Interrupted is thrown. */
  interruptible<T>(work: Promise<T>): Promise<T>
  /** Resolves at the first signal. */
  requested: Promise<void>
  /** Fires at the second signal: the operator does not want to wait for clients any longer. */
  forced: AbortSignal
  /** Stops what was adopted, the last first. A step that fails is reported to `onError`, and the others still run. */
  run(onError: (error: Error) => void): Promise<void>
}

/** npm repeats a signal that the terminal has sent to the whole group already: signals within a second count as one. */
const ECHO_MS = 1000

/**
 * Takes over SIGTERM, SIGINT and SIGHUP. The first stops the process, the second stops waiting for clients, and the
 * third exits at once. The last loses nothing that was committed: the next start adopts the database that is left
 * running.
 */
export function gracefulShutdown(): Shutdown {
  const steps: (() => Promise<unknown>)[] = []
  const requested = Promise.withResolvers<void>()
  const forced = new AbortController()
  let signals = 0
  let echo = false

  const onSignal = (): void => {
    if (echo) return
    echo = true
    setTimeout(() => {
      echo = false
    }, ECHO_MS).unref()
    signals += 1
    if (signals === 1) requested.resolve()
    if (signals === 2) forced.abort()
    if (signals === 3) process.exit(1)
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, onSignal)

  const interrupted = requested.promise.then(() => Promise.reject(new Interrupted()))
  interrupted.catch(() => undefined)
  return {
    async adopt(starting, stop) {
      const started = await starting
      steps.unshift(() => stop(started))
      if (signals > 0) throw new Interrupted()
      return started
    },
    interruptible: work => Promise.race([work, interrupted]),
    requested: requested.promise,
    forced: forced.signal,
    async run(onError) {
      for (const step of steps.splice(0)) await step().catch(onError)
    },
  }
}

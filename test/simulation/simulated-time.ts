import { AsyncLocalStorage } from 'node:async_hooks'
import { syncBuiltinESMExports } from 'node:module'
import timers from 'node:timers/promises'

/** Timers, clocks and random numbers for the code of a simulated process. */
export interface SimulatedMachine {
  /** Milliseconds since the simulated machine started. */
  elapsed(): number
  /** Milliseconds since the Unix epoch. */
  now(): number
  /** A number from 0 up to, but not including, 1. */
  random(): number
  /** `repeats`: fires until it is cleared. */
  timer(fire: () => void, ms: number, repeats: boolean): SimulatedTimer
}

export interface SimulatedTimer {
  /** Lets the simulation end while this timer is pending. */
  unref(): SimulatedTimer
  ref(): SimulatedTimer
  clear(): void
}

const machine = new AsyncLocalStorage<SimulatedMachine>()

/** Runs `work` and everything that it starts on a simulated machine. */
export function onMachine<T>(of: SimulatedMachine, work: () => T): T {
  return machine.run(of, work)
}

/** Runs `work` with the real timers and clocks. The database driver needs them. */
export function outsideMachines<T>(work: () => T): T {
  return machine.exit(work)
}

export function currentMachine(): SimulatedMachine | undefined {
  return machine.getStore()
}

/** The real functions, saved before they are replaced. */
export const real = {
  setTimeout: globalThis.setTimeout,
  setImmediate: globalThis.setImmediate,
}

let immediates = 0

/** Returns how many `setImmediate` callbacks of simulated code are pending. */
export function openImmediates(): number {
  return immediates
}

let is_installed = false

/**
 * Replaces timers, clocks and Math.random in this process. Code on a simulated machine uses that machine; all other
 * code still uses the real ones. Named imports of `node:timers/promises` are replaced as well.
 */
export function installSimulatedTime(): void {
  if (is_installed) return
  is_installed = true
  replaceTimers()
  replacePauses()
  replaceClocks()
}

function replaceTimers(): void {
  const { setTimeout, setInterval, setImmediate, clearTimeout, clearInterval } = globalThis
  type Fire = (...args: unknown[]) => void
  const simulated = (otherwise: typeof setTimeout | typeof setInterval, repeats: boolean) => {
    const made = (fire: Fire, ms = 0, ...args: unknown[]) => {
      const on = machine.getStore()
      return on ? on.timer(() => fire(...args), ms, repeats) : otherwise(fire, ms, ...args)
    }
    return Object.assign(made, otherwise)
  }
  const cleared = (otherwise: typeof clearTimeout) => (timer: unknown) => {
    if (timer && typeof timer === 'object' && 'clear' in timer) (timer as SimulatedTimer).clear()
    else otherwise(timer as NodeJS.Timeout)
  }
  Object.assign(globalThis, {
    setTimeout: simulated(setTimeout, false),
    setInterval: simulated(setInterval, true),
    clearTimeout: cleared(clearTimeout),
    clearInterval: cleared(clearInterval),
    setImmediate: Object.assign((fire: Fire, ...args: unknown[]) => {
      if (!machine.getStore()) return setImmediate(fire, ...args)
      immediates += 1
      return setImmediate(() => {
        immediates -= 1
        fire(...args)
      })
    }, setImmediate),
  })
}

function replacePauses(): void {
  const { setTimeout, setImmediate } = timers
  Object.assign(timers, {
    setTimeout(ms?: number, value?: unknown, options?: { ref?: boolean; signal?: AbortSignal }) {
      const on = machine.getStore()
      if (!on) return setTimeout(ms, value, options)
      return new Promise(resolve => {
        const timer = on.timer(() => resolve(value), ms ?? 0, false)
        if (options?.ref === false) timer.unref()
      })
    },
    async setImmediate(value?: unknown) {
      if (!machine.getStore()) return setImmediate(value)
      immediates += 1
      await setImmediate()
      immediates -= 1
      return value
    },
  })
  syncBuiltinESMExports()
}

function replaceClocks(): void {
  const elapsed = performance.now.bind(performance)
  const now = Date.now.bind(Date)
  const chance = Math.random.bind(Math)
  performance.now = () => machine.getStore()?.elapsed() ?? elapsed()
  Date.now = () => machine.getStore()?.now() ?? now()
  Math.random = () => (machine.getStore() ?? { random: chance }).random()
}

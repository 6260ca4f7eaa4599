/** What stands on the display, and what it asks for. */
export type View =
  | { kind: 'idle' }
  | { kind: 'tip'; amount: number; choices: { percent: number; tip: number }[] }
  | { kind: 'card'; amount: number; tip: number; title: string; problem: string }
  | { kind: 'pin'; amount: number }
  | { kind: 'signature'; amount: number }
  | { kind: 'terms'; text: string; sign: boolean }
  | { kind: 'wait'; text: string }
  | { kind: 'done'; ok: boolean; text: string }

/** What a person at the device does. */
export interface Reply {
  tip?: number
  entry?: 'tap' | 'dip' | 'swipe' | 'key'
  card?: string
  exp_date?: string
  cvv?: string
  pin?: string
  strokes?: string
  accepted?: boolean
}

export interface ScreenState {
  version: number
  /** Changes with every question; a reply names it. */
  ask: number
  view: View
  /** Milliseconds until the device gives up waiting; null when it does not. */
  left_ms: number | null
}

export type CustomerInput = { kind: 'reply'; reply: Reply } | { kind: 'cancel' | 'late' | 'left' }

export interface Screen {
  /** Whether somebody has the device open. */
  isOpen(): boolean
  show(view: View): void
  /** Tells those who watch that something beside the display has changed. */
  refresh(): void
  /** Asks the person and waits. `left`: there is nobody any more; the device goes on by itself. */
  ask(view: View, seconds: number, signal: AbortSignal): Promise<CustomerInput>
  /** Resolves with what is shown as soon as it is another than `version`, or when time is up. While somebody waits here the device is open. */
  watch(version: number, signal: AbortSignal): Promise<ScreenState>
  /** False when the question is not asked any more. */
  reply(ask: number, reply: Reply): boolean
  cancel(): boolean
}

const WATCH_MS = 15_000

export function screen(): Screen {
  /** How long is left is all that anybody wants to know of time here. */
  const elapsed = () => performance.now()
  let shown = { version: 1, ask: 0, view: { kind: 'idle' } as View, until: null as number | null }
  let pending: ((asked: CustomerInput) => void) | null = null
  const changed = new Set<() => void>()

  const set = (view: View, until: number | null, ask: number) => {
    shown = { version: shown.version + 1, ask, view, until }
    for (const tell of [...changed]) tell()
  }
  const people = presence(() => pending?.({ kind: 'left' }))
  const what = (): ScreenState => {
    const { until, ...rest } = shown
    return { ...rest, left_ms: until === null ? null : Math.max(0, until - elapsed()) }
  }

  return {
    isOpen: people.isThere,
    show: view => set(view, null, shown.ask),
    refresh: () => set(shown.view, shown.until, shown.ask),
    ask(view, seconds, signal) {
      if (!people.isThere()) return Promise.resolve({ kind: 'left' })
      return new Promise(resolve => {
        const finish = (asked: CustomerInput) => {
          clearTimeout(timer)
          signal.removeEventListener('abort', cancelled)
          pending = null
          resolve(asked)
        }
        const cancelled = () => finish({ kind: 'cancel' })
        const timer = setTimeout(() => finish({ kind: 'late' }), seconds * 1000)
        pending = finish
        signal.addEventListener('abort', cancelled, { once: true })
        set(view, elapsed() + seconds * 1000, shown.ask + 1)
        if (signal.aborted) cancelled()
      })
    },
    async watch(version, signal) {
      people.come()
      try {
        if (version === shown.version) await until(changed, signal)
        return what()
      } finally {
        people.go()
      }
    },
    reply(ask, reply) {
      if (!pending || ask !== shown.ask) return false
      pending({ kind: 'reply', reply })
      return true
    },
    cancel() {
      const asks = pending !== null
      pending?.({ kind: 'cancel' })
      return asks
    },
  }
}

/** Resolves with the next change, when time is up or when nobody waits any more. */
function until(changed: Set<() => void>, signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    const tell = () => {
      clearTimeout(timer)
      changed.delete(tell)
      signal.removeEventListener('abort', tell)
      resolve()
    }
    const timer = setTimeout(tell, WATCH_MS)
    changed.add(tell)
    signal.addEventListener('abort', tell, { once: true })
    if (signal.aborted) tell()
  })
}

/** A page that reads on has gone for good when it has not asked again for so long; on a busy machine it may take seconds to come round. */
const AWAY_MS = 10_000

/** Whether somebody has something open, told by pages that ask again and again. */
interface Presence {
  isThere(): boolean
  come(): void
  go(): void
}

function presence(left: () => void): Presence {
  let watchers = 0
  let there = false
  let away: NodeJS.Timeout | undefined
  return {
    isThere: () => there,
    come() {
      watchers += 1
      there = true
      clearTimeout(away)
    },
    go() {
      watchers -= 1
      if (watchers > 0) return
      away = setTimeout(() => {
        there = false
        left()
      }, AWAY_MS)
      away.unref()
    },
  }
}

// biome-ignore-all lint/style/noRestrictedGlobals: the time left for a person at a virtual terminal
/** What the display shows and asks for. */
export type View =
  | { kind: 'idle' }
  | { kind: 'tip'; amount: number; choices: { percent: number; tip: number }[] }
  | { kind: 'card'; amount: number; tip: number; title: string; problem: string }
  | { kind: 'pin'; amount: number }
  | { kind: 'signature'; amount: number }
  | { kind: 'terms'; text: string; sign: boolean }
  | { kind: 'wait'; text: string }
  | { kind: 'done'; ok: boolean; text: string; amount?: number }

/** Input of a person at the device. */
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

interface ScreenState {
  version: number
  /** Changes with every prompt; a reply names it. */
  ask: number
  view: View
  /** Milliseconds until the prompt times out; null when it does not. */
  left_ms: number | null
}

export type CustomerInput = { kind: 'reply'; reply: Reply } | { kind: 'cancel' | 'late' | 'left' }

export interface Screen {
  /** True while a person has the device open. */
  isOpen(): boolean
  show(view: View): void
  /** Notifies watchers of a change besides the display. */
  refresh(): void
  /** Prompts the person and waits. `left`: the person is gone, and the device goes on by itself. */
  ask(view: View, seconds: number, signal: AbortSignal): Promise<CustomerInput>
  /**
   * Resolves with the state as soon as it differs from `version`, or on time-out. The device is open while a watcher
   * waits.
   */
  watch(version: number, signal: AbortSignal): Promise<ScreenState>
  /** Returns false when the prompt is over. */
  reply(ask: number, reply: Reply): boolean
  cancel(): boolean
}

const WATCH_MS = 15_000

export function screen(): Screen {
  /** Only durations matter here. */
  const elapsed = () => performance.now()
  let display = { version: 1, ask: 0, view: { kind: 'idle' } as View, until: null as number | null }
  let pending: ((input: CustomerInput) => void) | null = null
  const changed = new Set<() => void>()

  const set = (view: View, until: number | null, ask: number) => {
    display = { version: display.version + 1, ask, view, until }
    for (const notify of [...changed]) notify()
  }
  const people = presence(() => pending?.({ kind: 'left' }))
  const what = (): ScreenState => {
    const { until, ...rest } = display
    return { ...rest, left_ms: until === null ? null : Math.max(0, until - elapsed()) }
  }

  return {
    isOpen: people.isThere,
    show: view => set(view, null, display.ask),
    refresh: () => set(display.view, display.until, display.ask),
    ask(view, seconds, signal) {
      if (!people.isThere()) return Promise.resolve({ kind: 'left' })
      return new Promise(resolve => {
        const finish = (input: CustomerInput) => {
          clearTimeout(timer)
          signal.removeEventListener('abort', cancelled)
          pending = null
          resolve(input)
        }
        const cancelled = () => finish({ kind: 'cancel' })
        const timer = setTimeout(() => finish({ kind: 'late' }), seconds * 1000)
        pending = finish
        signal.addEventListener('abort', cancelled, { once: true })
        set(view, elapsed() + seconds * 1000, display.ask + 1)
        if (signal.aborted) cancelled()
      })
    },
    async watch(version, signal) {
      people.come()
      try {
        if (version === display.version) await until(changed, signal)
        return what()
      } finally {
        people.go()
      }
    },
    reply(ask, reply) {
      if (!pending || ask !== display.ask) return false
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

/** Resolves with the next change, on time-out or when the watcher hangs up. */
function until(changed: Set<() => void>, signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    const notify = () => {
      clearTimeout(timer)
      changed.delete(notify)
      signal.removeEventListener('abort', notify)
      resolve()
    }
    const timer = setTimeout(notify, WATCH_MS)
    changed.add(notify)
    signal.addEventListener('abort', notify, { once: true })
    if (signal.aborted) notify()
  })
}

/** A page that has not polled for this long is closed; on a busy machine a poll may take seconds. */
const AWAY_MS = 10_000

/** Whether a page is open, as known from its polls. */
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

// biome-ignore-all lint/style/noRestrictedGlobals: how long to leave an unreachable peer alone
import { within } from './within.ts'

/** Whether something can be reached from this process, as an operator reads it. */
export interface CircuitState {
  name: string
  /** `half_open`: one look-up is under way, and its answer decides. */
  state: 'closed' | 'open' | 'half_open'
  /** When it was opened, or closed, Unix seconds. */
  since_ts: number
  /** The last failure since the last answer; null where there was none. */
  last_error: string | null
}

/** Asks something that changes nothing. Rejects when there is no answer. */
type Probe = () => Promise<unknown>

/** A circuit breaker: it stops what is sent where nothing is answered, and probes from time to time. */
export interface Circuit {
  /** An answer has come, whatever it said. */
  answered(): void
  /** No answer came. Failures under one key count once: it may be the request that is not answered. */
  failed(key: string, error: string, probe: Probe): void
  /**
   * Whether a request may be sent. While the circuit is open one caller at a time probes, after a pause that grows, and
   * waits at most `wait_ms` for the answer; all others get `false` at once. Without a probe of the caller's own
   * that of the last failure is repeated.
   */
  admits(wait_ms: number, probe?: Probe): Promise<boolean>
  readonly state: CircuitState
}

interface CircuitPolicy {
  /** It opens after failures under so many keys with no answer between them. */
  opens_after: number
  /** Milliseconds from a failed probe to the next one, by their number; the last one repeats. */
  probe_again_ms: readonly number[]
  /** Milliseconds after which a probe has failed. */
  probe_ms: number
}

const POLICY: CircuitPolicy = { opens_after: 5, probe_again_ms: [1_000, 2_000, 5_000, 10_000], probe_ms: 10_000 }
const LONGEST_ERROR = 200

export interface CircuitParts {
  /** The time, Unix seconds. */
  seconds(): number
  /** Called when it opens and when it closes. */
  turned(state: CircuitState): void
  policy?: Partial<CircuitPolicy>
}

export function openCircuit(name: string, { seconds, turned, policy }: CircuitParts): Circuit {
  const { opens_after, probe_again_ms, probe_ms } = { ...POLICY, ...policy }
  const failing = new Set<string>()
  let last: { error: string; probe: Probe } | null = null
  let state: CircuitState['state'] = 'closed'
  let since_ts = seconds()
  let probes = 0
  let probe_at = 0

  const shown = (): CircuitState => ({ name, state, since_ts, last_error: last?.error ?? null })
  const turn = (next: CircuitState['state']): void => {
    if (state === 'closed' || next === 'closed') since_ts = seconds()
    state = next
  }
  const answered = (): void => {
    failing.clear()
    last = null
    if (state === 'closed') return
    turn('closed')
    turned(shown())
  }
  async function prove(probe: Probe): Promise<void> {
    turn('half_open')
    try {
      await within(probe_ms, probe())
      answered()
    } catch {
      // A request that was sent before may have been answered meanwhile.
      if (state !== 'half_open') return
      probe_at = performance.now() + (probe_again_ms[probes] ?? probe_again_ms.at(-1) ?? 0)
      probes += 1
      turn('open')
    }
  }
  return {
    answered,
    failed(key, error, probe) {
      last = { error: error.slice(0, LONGEST_ERROR), probe }
      if (state !== 'closed') return
      failing.add(key)
      if (failing.size < opens_after) return
      probes = 0
      probe_at = 0
      turn('open')
      turned(shown())
    },
    async admits(wait_ms, probe = last?.probe) {
      if (state === 'open' && probe && performance.now() >= probe_at)
        await within(wait_ms, prove(probe)).catch(() => undefined)
      return state === 'closed'
    },
    get state() {
      return shown()
    },
  }
}

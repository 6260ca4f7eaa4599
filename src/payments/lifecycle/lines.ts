import type { Logger } from 'pino'
import { type Circuit, type CircuitParts, type CircuitState, openCircuit } from '../../lib/circuit.ts'
import { redactText } from '../../lib/redact-text.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Processor } from '../../ports/processor.ts'

/** The way to a processor account: everything that is sent or asked there goes over it and says how it went. */
export interface Line {
  /** The processor has answered, whatever it said. */
  answered(): void
  failed(reference: string, error: unknown): void
  /** Whether the request of this reference may be sent now; see `Circuit.admits`. */
  admits(reference: string, wait_ms: number): Promise<boolean>
}

/** The lines of this process: every process learns for itself what it cannot reach. */
export interface Lines {
  to(account: string, processor: Processor): Line
  /** Whether an account may be asked about something; a probe that is due is begun, and not waited for. */
  canAsk(account: string): Promise<boolean>
  /** Accounts and processors that were used, sorted by name. */
  states(): CircuitState[]
}

/**
 * So many accounts without an answer between them stand for their processor. An account that was not used since is then
 * refused without having to learn it by unknown outcomes of its own.
 */
const ACCOUNTS_TELL = 3

interface LineParts extends Pick<CircuitParts, 'policy'> {
  clock: Clock
  log: Pick<Logger, 'warn'>
  /** Told of every circuit that opens or closes. */
  turned?: CircuitParts['turned']
}

export function openLines({ clock, log, policy = {}, turned: told }: LineParts): Lines {
  const seconds = () => clock.seconds()
  const turned = (now: CircuitState): void => {
    const { name, state, last_error } = now
    if (state !== 'open') log.warn({ name }, 'a processor answers again')
    else log.warn({ name, message: last_error }, 'a processor cannot be reached: nothing is sent until it answers')
    told?.(now)
  }
  const accounts = new Map<string, Circuit>()
  const processors = new Map<string, Circuit>()
  const circuitOf = (circuits: Map<string, Circuit>, name: string, more: typeof policy = {}): Circuit => {
    const circuit = circuits.get(name) ?? openCircuit(name, { seconds, turned, policy: { ...policy, ...more } })
    circuits.set(name, circuit)
    return circuit
  }
  return {
    to(account, processor) {
      const own = circuitOf(accounts, account)
      const whole = circuitOf(processors, processor.name, { opens_after: ACCOUNTS_TELL })
      const answered = (): void => {
        own.answered()
        whole.answered()
      }
      // Of an order that was never sent, too, a processor that works can say that it has not seen it.
      const probe = (reference: string): Promise<unknown> =>
        processor.check ? processor.check() : processor.find({ reference, action: 'sale', amount: 0n })
      const probing = (reference: string) => () => probe(reference).then(answered)
      return {
        answered,
        failed(reference, error) {
          const message = redactText(error instanceof Error ? error.message : String(error))
          own.failed(reference, message, probing(reference))
          whole.failed(account, message, probing(reference))
        },
        admits: async (reference, wait_ms) =>
          (await own.admits(wait_ms, probing(reference))) && (await whole.admits(wait_ms, probing(reference))),
      }
    },
    canAsk: account => circuitOf(accounts, account).admits(0),
    states: () =>
      [...accounts.values(), ...processors.values()]
        .map(({ state }) => state)
        .toSorted((one, other) => (one.name < other.name ? -1 : 1)),
  }
}

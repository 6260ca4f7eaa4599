/**
 * Faults that integrators request: by a header of a request, or queued for orders to come. Never: a fault that was
 * not requested.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { invalidField, type Refusal } from '../../src/lib/problem.ts'
import type { Processor } from '../../src/ports/processor.ts'
import type { ProcessorRequest } from '../../src/ports/processor-request.ts'
import type { TerminalLine } from '../../src/ports/terminal-line.ts'
import { simulator } from '../../src/processors/simulator/index.ts'
import type { Devices } from '../device/devices.ts'
import { FAULT_HEADER, type FaultKind, faultKindOf, faultsOf, listed } from './fault-list.ts'

/** The faults that a request asked for. The first order that is sent on its behalf has them, and no other. */
interface RequestedFault {
  text: string
  kind: FaultKind
  given: boolean
}

export interface RequestedFaults {
  /** Reads the header of every request. */
  attend(http: FastifyInstance): void
  /** The processor, with the faults that requests asked for. */
  processor(real: Processor): Processor
  /** The line to virtual terminals, with the faults that requests asked for. */
  line(real: TerminalLine, devices: Pick<Devices, 'call'>): TerminalLine
}

/** Only root may listen on this port, and nothing does on loopback. */
const UNREACHABLE = { address: 'http://127.0.0.1:1', secret: 'none' }

/**
 * The faults of a request travel in the async context in which it is served, so that neither HTTP nor resources nor
 * payments know of them, and nothing of them is stored. A repeated `Idempotency-Key` is answered without an order, so
 * nothing fails a second time.
 */
export function requestedFaults(): RequestedFaults {
  const wishes = new AsyncLocalStorage<RequestedFault>()
  const nobody = simulator(UNREACHABLE)(null)
  const take = (kind: FaultKind): string | undefined => {
    const wish = wishes.getStore()
    if (!wish || wish.given || wish.kind !== kind) return undefined
    wish.given = true
    return wish.text
  }
  return {
    attend(http) {
      const asked = new WeakMap<FastifyRequest, RequestedFault>()
      // Bodies are read before this: reading one may leave the context behind.
      http.addHook('preHandler', (request, _reply, done) => {
        const wish = faultOf(request)
        if (!wish) return done()
        if (wish === 'unknown') return done(refusal(request))
        asked.set(request, wish)
        return wishes.run(wish, done)
      })
      http.addHook('onSend', async (request, reply) => {
        const wish = asked.get(request)
        if (wish?.given) reply.header(FAULT_HEADER, wish.text)
      })
    },
    processor(real) {
      const wrap =
        (name: string, action: (order: ProcessorRequest) => Promise<unknown>) => (order: ProcessorRequest) => {
          const fault = take('processor')
          if (fault === undefined) return action(order)
          const absent = nobody.actions[name as ProcessorRequest['action']]
          return isRefused(fault) && absent ? absent(order) : action({ ...order, fault })
        }
      const actions = Object.entries(real.actions).map(([name, action]) => [name, wrap(name, action)])
      const settle: Processor['settle'] = batch => {
        const fault = take('settlement')
        if (fault === undefined) return real.settle!(batch)
        return isRefused(fault) ? nobody.settle!(batch) : real.settle!({ ...batch, fault })
      }
      return {
        ...real,
        actions: Object.fromEntries(actions) as Processor['actions'],
        ...(real.settle ? { settle } : {}),
      }
    },
    line: (real, devices) => ({
      async send(device, command) {
        const fault = take('device')
        if (fault !== undefined)
          await devices.call('POST', `devices/${device.id}/fault`, { fault }).catch(() => undefined)
        return real.send(device, command)
      },
    }),
  }
}

function isRefused(text: string): boolean {
  return faultsOf(text, 'processor')?.has('refuse') ?? false
}

/** Returns null when the request asks for no fault. */
function faultOf(request: FastifyRequest): RequestedFault | 'unknown' | null {
  const text = request.headers[FAULT_HEADER]
  if (text === undefined) return null
  const kind = faultKindOf(request.url)
  return typeof text === 'string' && faultsOf(text, kind) ? { text, kind, given: false } : 'unknown'
}

/** A 422 with the whole list. */
function refusal({ url }: FastifyRequest): Refusal {
  return invalidField(
    'Tollgate-Sandbox-Fault',
    `Tollgate-Sandbox-Fault is one or more of: ${listed(faultKindOf(url))}.`,
  )
}

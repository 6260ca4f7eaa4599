import { randomBytes } from 'node:crypto'
import { RESPONSE_TO } from '../../src/adapters/terminals/pax/layouts.ts'
import { decodeRequest, type WireRequest } from '../../src/adapters/terminals/pax/wire.ts'
import type { Clock } from '../../src/ports/clock.ts'
import type { DeviceRun } from './device-run.ts'
import { execute } from './execute.ts'
import { type ArmedFaults, armedFaults } from './faults.ts'
import type { Host } from './host.ts'
import type { Entry, Journal } from './journal.ts'
import { ERROR, Stopped, UNSUPPORTED } from './presented-card.ts'
import { settled } from './report.ts'
import { plainResponse } from './responses.ts'
import { type Screen, screen } from './screen.ts'
import { type Setup, setupOf } from './setup.ts'

/** A virtual terminal: its display, its journal, and its commands. */
export interface VirtualDevice {
  id: string
  screen: Screen
  setup(): Setup
  /** Applies the gateway's record of the terminal. */
  configure(body: Record<string, unknown>): void
  entries(): readonly Entry[]
  /** True during a command; then only a cancel is accepted. */
  isBusy(): boolean
  /** Executes a command and returns its response; null for a cancel, which has none. */
  handle(frame: Buffer): Promise<Buffer | null>
  armedFaults: ArmedFaults
}

/** The machine's time plus the offset of the sandbox. */
export interface DeviceClock extends Clock {
  goAhead(ms: number): void
}

export interface DeviceParts {
  id: string
  journal: Journal
  host: Host
  clock: DeviceClock
  scale: number
  /** Ends the process, as a loss of power would. */
  die(): never
}

export function virtualDevice({ id, journal, host, clock, scale, die }: DeviceParts): VirtualDevice {
  let setup = setupOf({})
  let running: AbortController | null = null
  let signature: string | null = null
  let idle: NodeJS.Timeout | undefined
  const face = screen()
  const weak = armedFaults()

  const runWith = (signal: AbortSignal): DeviceRun => ({
    device_id: id,
    setup,
    screen: face,
    journal,
    host,
    clock,
    scale,
    signal,
    fault: name => void (weak.has(name) && die()),
    referenceOf: wanted => referenceFor(wanted, journal.entries(id), setup),
    signature: () => signature,
    keepSignature: strokes => {
      signature = strokes
    },
  })

  const work = async (request: WireRequest): Promise<Buffer> => {
    const stop = new AbortController()
    running = stop
    if (shows(request)) clearTimeout(idle)
    const named = RESPONSE_TO[request.command as keyof typeof RESPONSE_TO]
    try {
      return await execute(request, runWith(stop.signal))
    } catch (error) {
      if (!(error instanceof Stopped)) console.error(error)
      const [result, text] = error instanceof Stopped ? [error.result, error.message] : [ERROR, 'DEVICE ERROR']
      if (shows(request)) face.show({ kind: 'done', ok: false, text })
      return plainResponse(named, result, text)
    } finally {
      running = null
      weak.over()
      if (shows(request)) {
        idle = setTimeout(() => face.show({ kind: 'idle' }), setup.timeouts.status_display_time * 1000)
        idle.unref()
      }
    }
  }

  return {
    id,
    screen: face,
    setup: () => setup,
    configure: body => {
      setup = setupOf(body)
      clock.goAhead(Number(body.ahead_ms))
    },
    entries: () => journal.entries(id),
    isBusy: () => running !== null,
    async handle(frame) {
      const request = decodeRequest(frame)
      if (!request) return plainResponse('A17', ERROR, 'NOT UNDERSTOOD')
      if ('unknown' in request) return plainResponse(nextOf(request.unknown), UNSUPPORTED, 'UNSUPPORTED COMMAND')
      if (request.command !== 'A14') return work(request)
      running?.abort()
      return null
    },
    armedFaults: weak,
  }
}

/** Returns the reference in the request if it is unused, else a new one. */
function referenceFor(wanted: string | undefined, entries: readonly Entry[], { serial_number }: Setup): string {
  const used = entries.some(({ reference }) => reference === wanted)
  if (wanted && !used && /^[\x21-\x7e]{1,64}$/.test(wanted)) return wanted
  return `${serial_number.replaceAll(/[^0-9A-Za-z]/g, '') || 'T'}-${randomBytes(8).toString('hex')}`
}

/** Returns whether a command is shown on the display. */
function shows({ command }: WireRequest): boolean {
  return ['T00', 'T02', 'A56', 'A20'].includes(command)
}

/** Returns the name of a response: the number after that of its request. */
function nextOf(command: string): string {
  const number = Number(command.slice(1))
  return Number.isInteger(number) ? `${command.slice(0, 1)}${String(number + 1).padStart(2, '0')}` : command
}

/** Resolves entries left open by a crash, as far as the acquirer responds; the next report polls for the others. */
export async function settleAll(entries: readonly Entry[], parts: Pick<DeviceRun, 'journal' | 'host'>): Promise<void> {
  for (const entry of entries) await settled(parts, entry).catch(() => undefined)
}

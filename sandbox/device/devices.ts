import { tcpLine } from '../../src/adapters/terminals/pax/tcp-line.ts'
import type { Clock } from '../../src/ports/clock.ts'
import type { Device } from '../../src/ports/terminal.ts'
import type { TerminalLine } from '../../src/ports/terminal-line.ts'
import { askSidecar, type SidecarAnswer } from '../sidecar/ask.ts'
import type { LaunchedSidecar } from '../sidecar/launch.ts'
import { launchDevices } from './launch.ts'

/** The virtual terminals as the gateway sees them. Their process is started on first use. */
export interface Devices {
  /** Connects to the virtual device of a terminal over TCP. */
  line: TerminalLine
  /** Makes sure that a terminal has a device. Returns its address. */
  place(device: Device): Promise<{ host: string; port: number }>
  /** Calls the devices' process: `devices/{id}/screen`, `devices/{id}/book`, … */
  call(method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown, signal?: AbortSignal): Promise<SidecarAnswer>
  stop(): Promise<void>
}

export function devices(settings: {
  home: string
  log: (text: string) => void
  delay_scale?: number
  clock: Clock
  machine: Clock
}): Devices {
  const { clock, machine } = settings
  let launched: Promise<LaunchedSidecar> | undefined
  let at: { address: string; secret: string } | undefined
  let stopped = false
  const reach = async (): Promise<{ address: string; secret: string }> => {
    // A call during shutdown must not start the process again.
    if (stopped) throw new Error('the virtual terminals have stopped')
    launched ??= launchDevices(settings).catch(error => {
      launched = undefined
      throw error
    })
    at ??= await (await launched).restartIfGone()
    return at
  }
  const once = async (method: string, path: string, body: unknown, signal: AbortSignal | undefined) => {
    const sent = method === 'GET' ? {} : { body: body ?? {} }
    return askSidecar(await reach(), path, { method, ...sent, signal })
  }
  const self: Devices = {
    line: tcpLine({ target: device => self.place(device) }),
    async place(device) {
      const { id, serial_number, title, terminal_timeouts, tip_enable, tip_percents } = device
      const ahead_ms = Math.max(0, clock.now() - machine.now())
      const record = { serial_number, title, terminal_timeouts, tip_enable, tip_percents, ahead_ms }
      const answer = await self.call('PUT', `devices/${id}`, record)
      if (!answer.ok) throw new Error(`the virtual terminals answered ${answer.status}`)
      return JSON.parse(answer.text) as { host: string; port: number }
    },
    async call(method, path, body, signal) {
      try {
        return await once(method, path, body, signal)
      } catch (error) {
        if (signal?.aborted) throw error
        // The process may have to be started again at another address. All calls may be repeated.
        at = undefined
        return once(method, path, body, signal)
      }
    },
    async stop() {
      stopped = true
      await (await launched?.catch(() => undefined))?.stop()
    },
  }
  return self
}

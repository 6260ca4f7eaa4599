import type { Devices } from '../../sandbox/device/devices.ts'
import type { Fault } from '../../sandbox/device/faults.ts'
import type { Entry } from '../../sandbox/device/journal.ts'
import { machineClock } from '../../src/adapters/clock/machine.ts'
import { paxTerminal } from '../../src/adapters/terminals/pax/index.ts'
import { newId } from '../../src/lib/id.ts'
import type { CommandOptions, Device, Terminal, TerminalOutcome, TerminalRequest } from '../../src/ports/terminal.ts'
import type { TerminalLine } from '../../src/ports/terminal-line.ts'

/** Sends orders to a virtual terminal through its driver, and reads the device's own journal. */
export interface TestTerminal {
  terminal: Terminal
  device: Device
  /** A sale unless `over` says otherwise, with a new reference. */
  order(amount: bigint, over?: Partial<TerminalRequest>, watch?: CommandOptions): Promise<TerminalOutcome>
  book(): Promise<Entry[]>
  fault(fault: Fault | `slow:${number}`): Promise<void>
}

export function testTerminal(devices: Devices, device: Device, line: TerminalLine = devices.line): TestTerminal {
  const terminal = paxTerminal({
    line,
    clock: machineClock,
    poll_pauses_ms: [0, 100, 300, 1_000, 2_000, 2_000, 10_000, 10_000],
  })
  return {
    terminal,
    device,
    order(amount, over = {}, watch = {}) {
      const order: TerminalRequest = { reference: newId(Date.now()), action: 'sale', amount, ...over }
      return terminal.actions[order.action]!(order, device, watch)
    },
    async book() {
      await devices.place(device)
      const answer = await devices.call('GET', `devices/${device.id}/book`)
      return (JSON.parse(answer.text) as { entries: Entry[] }).entries
    },
    async fault(fault) {
      await devices.place(device)
      await devices.call('POST', `devices/${device.id}/fault`, { fault })
    },
  }
}

export function newDevice(over: Partial<Device> = {}): Device {
  return {
    id: newId(Date.now()),
    terminal_manufacturer_id: 100,
    serial_number: 'V1',
    local_ip_address: null,
    port: 10009,
    communication_type: null,
    ...over,
  }
}

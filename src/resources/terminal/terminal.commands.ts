import type { Command } from '../../definition/command.ts'
import { Refusal } from '../../lib/problem.ts'
import type { Device, Terminals } from '../../ports/terminal.ts'
import type { terminal } from './terminal.ts'

const ONLINE = {
  type: 'object',
  required: ['terminal'],
  properties: {
    terminal: {
      type: 'object',
      required: ['id', 'online'],
      properties: { id: { type: 'string' }, online: { type: 'boolean', enum: [true] } },
    },
  },
}

/** Whether a device can be reached is asked now and never remembered. */
export const terminalCommands: Command<typeof terminal>[] = [
  {
    name: 'isOnline',
    method: 'GET',
    on: 'one',
    right: 'read',
    says: 'Whether the device answers at this moment: `{"terminal": {"id", "online": true}}`, or 503.',
    returns: { schema: ONLINE },
    refuses: ['unavailable'],
    async run({ row, parts: { terminals } }) {
      if (!(await answers(terminals, row))) throw new Refusal(503, 'The terminal does not answer.')
      return { body: { terminal: { id: row.id, online: true } } }
    },
  },
]

/** A device of a make that nobody here speaks to, or one whose line breaks, does not answer. */
async function answers(terminals: Terminals, device: Device): Promise<boolean> {
  try {
    return (await terminals[device.terminal_manufacturer_id]?.isOnline(device)) ?? false
  } catch {
    return false
  }
}

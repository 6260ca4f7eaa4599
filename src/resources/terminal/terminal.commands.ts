import type { Command } from '../../definition/command.ts'
import { objectSchema } from '../../lib/object-schema.ts'
import { Refusal } from '../../lib/problem.ts'
import type { Device, Terminals } from '../../ports/terminal.ts'
import type { terminal } from './terminal.ts'

const ONLINE = objectSchema({
  terminal: objectSchema({
    id: { type: 'string', description: 'The terminal.' },
    online: { type: 'boolean', enum: [true], description: 'Always true: a device that does not answer is 503.' },
  }),
})

export const terminalCommands: Command<typeof terminal>[] = [
  {
    name: 'isOnline',
    method: 'GET',
    on: 'one',
    right: 'read',
    says: 'Whether the device answers at this moment: `{"terminal": {"id", "online": true}}`, or 503.',
    operation: 'isTerminalOnline',
    returns: { schema: ONLINE },
    refuses: ['unavailable'],
    async run({ row, parts: { terminals } }) {
      if (!(await isOnline(terminals, row))) throw new Refusal(503, 'The terminal does not answer.')
      return { body: { terminal: { id: row.id, online: true } } }
    },
  },
]

/** A device of an unsupported make, or one whose connection breaks, counts as offline. */
async function isOnline(terminals: Terminals, device: Device): Promise<boolean> {
  try {
    return (await terminals[device.terminal_manufacturer_id]?.isOnline(device)) ?? false
  } catch {
    return false
  }
}

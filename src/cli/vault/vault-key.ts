/** Stored accounts on their way to another gateway, for one recipient. Never: a number in clear outside memory. */
import { Readable } from 'node:stream'
import { parseArgs } from 'node:util'
import { newIdentity } from '../age.ts'
import { newPlace, writeWhole } from '../atomic-write.ts'
import type { CommandContext } from '../operator.ts'

/** A new pair of keys: the secret one goes into a file, the public one is printed, for whoever sends something. */
export function vaultKey(args: string[]): (context: CommandContext) => Promise<void> {
  const { to } = parseArgs({ args, options: { to: { type: 'string', default: '' } } }).values
  if (!to) throw new Error('vault-key needs --to and a file for the secret key, which is not there yet')
  return async ({ print }) => {
    const place = await newPlace(to, 'tollgate-identity.txt')
    const { text, recipient } = await newIdentity()
    await writeWhole(place, async () => Readable.from([Buffer.from(text)]))
    print(recipient)
  }
}

import { Readable } from 'node:stream'
import { parseArgs } from 'node:util'
import { newIdentity } from '../age.ts'
import { atomicWrite, newFilePath } from '../atomic-write.ts'
import type { CommandContext } from '../operator.ts'

/** Creates a key pair: the secret key goes into a file, the public key is printed for senders. */
export function vaultKey(args: string[]): (context: CommandContext) => Promise<void> {
  const { to } = parseArgs({ args, options: { to: { type: 'string', default: '' } } }).values
  if (!to) throw new Error('vault-key needs --to and a file for the secret key, which is not there yet')
  return async ({ print }) => {
    const place = await newFilePath(to, 'tollgate-identity.txt')
    const { text, recipient } = await newIdentity()
    await atomicWrite(place, async () => Readable.from([Buffer.from(text)]))
    print(recipient)
  }
}

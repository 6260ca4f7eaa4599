import { parseArgs } from 'node:util'
import type { CommandContext } from '../operator.ts'
import { readBackup } from './read-backup.ts'
import { summary } from './summary.ts'

/** Reads a backup to its end and compares every mark in it, without a database. */
export function backupVerify(args: string[]): (context: CommandContext) => Promise<void> {
  const options = { identity: { type: 'string', default: '' } } as const
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
  const [path, ...more] = positionals
  if (!path || more.length > 0) throw new Error('backup-verify needs one file, and --identity when it is encrypted')
  return async ({ running, print }) => {
    const { head, manifest } = await running.unlessStopped(readBackup({ path, identity: values.identity }))
    for (const line of summary(head, manifest)) print(line)
    print(`${path} is whole`)
  }
}

import { join } from 'node:path'
import { pino } from 'pino'
import { machineClock } from '../adapters/clock/machine.ts'
import { readConfig } from '../config.ts'
import { checkServer } from '../db/check-server.ts'
import { startEmbedded } from '../db/embedded.ts'
import { migrate } from '../db/migrate.ts'
import { openDatabase } from '../db/pool.ts'
import { openLog } from '../log.ts'
import { openKeys } from '../open-keys.ts'
import { createRoot } from './create-root.ts'
import type { Operator } from './operator.ts'
import { recount } from './recount.ts'
import { rotate } from './rotate.ts'

/** Operator commands: `npm run tollgate -- <command>`. They work beside a running gateway, on the same home and database. */
interface Verb {
  says: string
  run(operator: Operator, args: string[]): Promise<void>
}

const COMMANDS: Record<string, Verb> = {
  'create-root': {
    says: 'a new merchant: root location, branding domain and its first administrator',
    run: createRoot,
  },
  'rotate-keys': {
    says: 'a new key for the vault; everything sealed is wrapped again, nothing is decrypted to disk',
    run: rotate,
  },
  recount: { says: 'count all records again and correct the totals of lists', run: recount },
}

const [name = '', ...args] = process.argv.slice(2)
const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
if (!command) {
  const lines = Object.entries(COMMANDS).map(([each, { says }]) => `  ${each.padEnd(12)} ${says}`)
  process.stderr.write(`usage: npm run tollgate -- <command>\n\n${lines.join('\n')}\n`)
  process.exit(name === '' || name === 'help' ? 0 : 2)
}
try {
  await withOperator(operator => command.run(operator, args))
} catch (error) {
  process.stderr.write(`tollgate: ${(error as Error).message}\n`)
  process.exitCode = 1
}

async function withOperator(work: (operator: Operator) => Promise<void>): Promise<void> {
  const config = readConfig(process.env)
  const embedded = config.database_url ? null : await startEmbedded({ home: config.home })
  const url = config.database_url ?? embedded!.url
  const db = openDatabase({ url, size: 4, application_name: 'tollgate-operator' })
  try {
    await checkServer(db)
    await migrate(url)
    const ring = await openKeys(join(config.home, 'keyring.json'), db, machineClock)
    const log = openLog(config.log_level, pino.destination(2))
    await work({ config, db, ring, clock: machineClock, log, print: line => process.stdout.write(`${line}\n`) })
  } finally {
    await db.close()
    await embedded?.stop()
  }
}

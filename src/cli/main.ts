import { pino } from 'pino'
import { machineClock } from '../adapters/clock/machine.ts'
import { readConfig } from '../config.ts'
import { openInstallation } from '../installation.ts'
import { Interrupted, type Lifetime, lifetime } from '../lifetime.ts'
import { openLog } from '../log.ts'
import { auditTrim, auditVerify } from './audit.ts'
import { checkBankFile } from './check-bank-file.ts'
import { createRoot } from './create-root.ts'
import { encryptionKey } from './encryption-key.ts'
import { oauthClient } from './oauth-client.ts'
import type { Operator } from './operator.ts'
import { recount } from './recount.ts'
import { rotate } from './rotate.ts'
import { takeBounce } from './take-bounce.ts'

/** Operator commands: `npm run tollgate -- <command>`. They work beside a running gateway, on the same home and database. */
type Verb = { says: string } & (
  | {
      /** Reads the arguments, and throws before anything is touched when they make no sense. */
      prepare(args: string[]): (operator: Operator) => Promise<void>
    }
  | {
      /** Works without home and database. */
      alone(args: string[], print: Operator['print']): Promise<void>
    }
)

const COMMANDS: Record<string, Verb> = {
  'create-root': {
    says: 'a new merchant: root location, branding domain and its first administrator',
    prepare: createRoot,
  },
  'oauth-client': {
    says: 'registers an integration that users of every merchant may let act for them (OAuth 2.0)',
    prepare: oauthClient,
  },
  'encryption-key': {
    says: 'a new key with which software encrypts its sign-on links',
    prepare: encryptionKey,
  },
  'rotate-keys': {
    says: 'a new key for the vault; everything sealed is wrapped again, nothing is decrypted to disk',
    prepare: rotate,
  },
  'audit-verify': {
    says: 'looks whether the audit trail is whole; names the first link that is not',
    prepare: auditVerify,
  },
  'audit-trim': {
    says: 'takes away what is older in the audit trail than a number of months, 12 or more',
    prepare: auditTrim,
  },
  'take-bounce': {
    says: 'reads a mail that came back from standard input, and blacklists an address that is gone',
    prepare: takeBounce,
  },
  'check-bank-file': {
    says: 'reads a NACHA file and says what is wrong with it, line by line; needs no database',
    alone: checkBankFile,
  },
  recount: { says: 'count all records again and correct the totals of lists', prepare: recount },
}

process.exit(await main(process.argv.slice(2)))

async function main([name = 'help', ...args]: string[]): Promise<number> {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (!command) return usage(name)
  const life = lifetime()
  let code = 0
  const print = (line: string) => process.stdout.write(`${line}\n`)
  try {
    if ('alone' in command) await command.alone(args, print)
    else await beside(command.prepare(args), life, print)
  } catch (error) {
    code = complain(error instanceof Interrupted ? 'stopped' : (error as Error).message)
  }
  await life.end(error => {
    code = complain(error.message)
  })
  return code
}

async function beside(
  run: (operator: Operator) => Promise<void>,
  life: Lifetime,
  print: Operator['print'],
): Promise<void> {
  const config = readConfig(process.env)
  const log = openLog(config.log_level, pino.destination(2))
  const { db, cipher } = await openInstallation(config, life, { size: 4, application_name: 'tollgate-operator' })
  await life.unlessStopped(run({ config, db, ring: cipher, clock: machineClock, log, print }))
}

function usage(name: string): number {
  const lines = Object.entries(COMMANDS).map(([each, { says }]) => `  ${each.padEnd(15)} ${says}`)
  process.stderr.write(`usage: npm run tollgate -- <command>\n\n${lines.join('\n')}\n`)
  return name === 'help' ? 0 : 2
}

function complain(text: string): number {
  process.stderr.write(`tollgate: ${text}\n`)
  return 1
}

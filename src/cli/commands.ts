import { archive } from './archive.ts'
import { auditTrim, auditVerify } from './audit.ts'
import { backup, backupVerify } from './backup/backup.ts'
import { restore } from './backup/restore.ts'
import { bankFiles, checkBankFile } from './bank-files.ts'
import { binData } from './bin-data/bin-data.ts'
import { brandingAddress } from './branding-address.ts'
import { createRoot } from './create-root.ts'
import { discrepancies } from './discrepancies.ts'
import { doctor } from './doctor.ts'
import { encryptionKey } from './encryption-key.ts'
import { jobs } from './jobs.ts'
import { keyring } from './keyring.ts'
import { oauthClient } from './oauth-client.ts'
import type { CommandContext, Operator } from './operator.ts'
import { operatorUser } from './operator-user.ts'
import { processor } from './processor.ts'
import { reconcile } from './reconcile/reconcile.ts'
import { recount } from './recount.ts'
import { rotate } from './rotate-keys.ts'
import { takeBounce } from './take-bounce.ts'
import { unknown } from './unknown.ts'
import { printKeptNumbers } from './vault/kept-numbers.ts'
import { vaultExport } from './vault/vault-export.ts'
import { vaultImport } from './vault/vault-import.ts'
import { vaultKey } from './vault/vault-key.ts'

/** An operator's command. It works beside a running gateway, on the same home and database. */
type Command = {
  summary: string
} & (
  | {
      /** Parses the arguments. Throws when they are invalid, before anything is opened. */
      prepare(args: string[]): (operator: Operator) => Promise<void>
    }
  | {
      /** The same, for a command that opens only what it needs. */
      alone(args: string[]): (context: CommandContext) => Promise<void>
    }
)

export const COMMANDS: Record<string, Command> = {
  'create-root': {
    summary: 'creates a merchant: root location, branding domain and first administrator',
    prepare: createRoot,
  },
  'operator-user': {
    summary: 'creates a user at a merchant who may do what operators do by the API',
    prepare: operatorUser,
  },
  'branding-address': {
    summary:
      'lists branding addresses and whose they are; proves them by DNS, gives one to a merchant, or takes it back',
    prepare: brandingAddress,
  },
  'oauth-client': {
    summary: 'registers an OAuth 2.0 client that may act for users of every merchant',
    prepare: oauthClient,
  },
  'encryption-key': {
    summary: 'creates the key with which software encrypts its sign-on links',
    prepare: encryptionKey,
  },
  keyring: {
    summary: 'makes a key ring, adds a key, wraps it by a key service, splits it into shares, retires a key',
    alone: keyring,
  },
  'rotate-keys': {
    summary: 'adds a key to the ring and wraps every sealed value again; decrypts nothing',
    prepare: rotate,
  },
  doctor: { summary: 'checks home, key ring, database, disk and clock; changes nothing', alone: doctor },
  'audit-verify': {
    summary: 'verifies the audit trail and names the first broken link',
    prepare: auditVerify,
  },
  'audit-trim': {
    summary: 'deletes events of the audit trail older than a number of months, at least 12',
    prepare: auditTrim,
  },
  jobs: {
    summary: 'lists jobs that were given up; has them tried again, or forgets one with a note',
    prepare: jobs,
  },
  archive: {
    summary: 'moves payments of batches that were closed a number of months ago, at least 18, to the archive',
    prepare: archive,
  },
  'take-bounce': {
    summary: 'reads a bounced mail from standard input and blacklists an address that is gone',
    prepare: takeBounce,
  },
  'bank-files': {
    summary: 'lists bank files and items to review; accepts, refuses or resends a file by its name',
    prepare: bankFiles,
  },
  'check-bank-file': {
    summary: 'checks a NACHA file and prints its problems by line; needs no database',
    alone: checkBankFile,
  },
  backup: { summary: 'writes a consistent backup of database and files while the gateway runs', alone: backup },
  'backup-verify': { summary: 'reads a backup to its end and compares every checksum', alone: backupVerify },
  restore: { summary: 'restores a backup into an empty database, all of it or nothing', alone: restore },
  'bin-data': {
    summary: 'imports how cards are funded, by their first digits, from a file; says what was imported',
    alone: binData,
  },
  reconcile: {
    summary: 'compares payments with what the processor knows; required before a restored gateway starts',
    prepare: reconcile,
  },
  discrepancies: {
    summary: 'lists where books and processors, banks or terminals differ; compares everything now, explains one',
    prepare: discrepancies,
  },
  'vault-key': {
    summary: 'creates a key pair for receiving a vault or a backup; prints the public key',
    alone: vaultKey,
  },
  'vault-export': {
    summary: 'writes stored cards and bank accounts for one recipient, to move them to another gateway',
    prepare: vaultExport,
  },
  'vault-import': {
    summary: "stores the accounts of an export at a location, under this gateway's keys",
    prepare: vaultImport,
  },
  'kept-numbers': {
    summary: 'says how many sealed numbers of accounts are kept, and what for; opens none',
    prepare: printKeptNumbers,
  },
  unknown: {
    summary: 'lists payments, settlements and terminal runs of unknown outcome and what happens next',
    prepare: unknown,
  },
  processor: {
    summary: 'gives products their processors: set, show, check, certify, remove, list',
    prepare: processor,
  },
  recount: { summary: 'counts all records again and corrects the totals of lists', prepare: recount },
}

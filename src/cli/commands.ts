import type { CommandContext, Operator } from './operator.ts'

/** Parses the arguments. Throws when they are invalid, before anything is opened. */
export type Parse<Needs> = (args: string[]) => (needs: Needs) => Promise<void>

/**
 * An operator's command. It works beside a running gateway, on the same home and database. Its code is loaded when it
 * is called; `alone` are those that open only what they need.
 */
type Command = { summary: string } & (
  | { prepare(): Promise<Parse<Operator>> }
  | { alone(): Promise<Parse<CommandContext>> }
)

export const COMMANDS: Record<string, Command> = {
  'create-root': {
    summary: 'creates a merchant: root location, branding domain and first administrator',
    prepare: async () => (await import('./create-root.ts')).createRoot,
  },
  'operator-user': {
    summary: 'creates a user at a merchant who may do what operators do by the API',
    prepare: async () => (await import('./operator-user.ts')).operatorUser,
  },
  'branding-address': {
    summary:
      'lists branding addresses and whose they are; proves them by DNS, gives one to a merchant, or takes it back',
    prepare: async () => (await import('./branding-address.ts')).brandingAddress,
  },
  'oauth-client': {
    summary: 'registers an OAuth 2.0 client that may act for users of every merchant',
    prepare: async () => (await import('./oauth-client.ts')).oauthClient,
  },
  'encryption-key': {
    summary: 'creates the key with which software encrypts its sign-on links',
    prepare: async () => (await import('./encryption-key.ts')).encryptionKey,
  },
  keyring: {
    summary: 'makes a key ring, adds a key, wraps it by a key service, splits it into shares, retires a key',
    alone: async () => (await import('./keyring.ts')).keyring,
  },
  'rotate-keys': {
    summary: 'adds a key to the ring and wraps every sealed value again; decrypts nothing',
    prepare: async () => (await import('./rotate-keys.ts')).rotate,
  },
  doctor: {
    summary: 'checks home, key ring, database, disk and clock; changes nothing',
    alone: async () => (await import('./doctor.ts')).doctor,
  },
  'audit-verify': {
    summary: 'verifies the audit trail and names the first broken link',
    prepare: async () => (await import('./audit.ts')).auditVerify,
  },
  'audit-trim': {
    summary: 'deletes events of the audit trail older than a number of months, at least 12',
    prepare: async () => (await import('./audit.ts')).auditTrim,
  },
  jobs: {
    summary: 'lists jobs that were given up; has them tried again, or forgets one with a note',
    prepare: async () => (await import('./jobs.ts')).jobs,
  },
  archive: {
    summary: 'moves payments of batches that were closed a number of months ago, at least 18, to the archive',
    prepare: async () => (await import('./archive.ts')).archive,
  },
  'take-bounce': {
    summary: 'reads a bounced mail from standard input and blacklists an address that is gone',
    prepare: async () => (await import('./take-bounce.ts')).takeBounce,
  },
  'bank-files': {
    summary: 'lists bank files and items to review; accepts, refuses or resends a file by its name',
    prepare: async () => (await import('./bank-files.ts')).bankFiles,
  },
  'check-bank-file': {
    summary: 'checks a NACHA file and prints its problems by line; needs no database',
    alone: async () => (await import('./bank-files.ts')).checkBankFile,
  },
  backup: {
    summary: 'writes a consistent backup of database and files while the gateway runs',
    alone: async () => (await import('./backup/backup.ts')).backup,
  },
  'backup-verify': {
    summary: 'reads a backup to its end and compares every checksum',
    alone: async () => (await import('./backup/backup.ts')).backupVerify,
  },
  restore: {
    summary: 'restores a backup into an empty database, all of it or nothing',
    alone: async () => (await import('./backup/restore.ts')).restore,
  },
  'bin-data': {
    summary: 'imports how cards are funded, by their first digits, from a file; says what was imported',
    alone: async () => (await import('./bin-data/bin-data.ts')).binData,
  },
  reconcile: {
    summary: 'compares payments with what the processor knows; required before a restored gateway starts',
    prepare: async () => (await import('./reconcile/reconcile.ts')).reconcile,
  },
  discrepancies: {
    summary: 'lists where books and processors, banks or terminals differ; compares everything now, explains one',
    prepare: async () => (await import('./discrepancies.ts')).discrepancies,
  },
  'vault-key': {
    summary: 'creates a key pair for receiving a vault or a backup; prints the public key',
    alone: async () => (await import('./vault/vault-key.ts')).vaultKey,
  },
  'vault-export': {
    summary: 'writes stored cards and bank accounts for one recipient, to move them to another gateway',
    prepare: async () => (await import('./vault/vault-export.ts')).vaultExport,
  },
  'vault-import': {
    summary: "stores the accounts of an export at a location, under this gateway's keys",
    prepare: async () => (await import('./vault/vault-import.ts')).vaultImport,
  },
  'kept-numbers': {
    summary: 'says how many sealed numbers of accounts are kept, and what for; opens none',
    prepare: async () => (await import('./vault/kept-numbers.ts')).printKeptNumbers,
  },
  unknown: {
    summary: 'lists payments, settlements and terminal runs of unknown outcome and what happens next',
    prepare: async () => (await import('./unknown.ts')).unknown,
  },
  processor: {
    summary: 'gives products their processors: set, show, check, certify, remove, list',
    prepare: async () => (await import('./processor.ts')).processor,
  },
  recount: {
    summary: 'counts all records again and corrects the totals of lists',
    prepare: async () => (await import('./recount.ts')).recount,
  },
}

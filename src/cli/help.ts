import { similarName } from '../lib/similar-name.ts'

/** How a command is called: its forms, and what each option means. */
interface Help {
  /** What its summary leaves out. */
  says?: string
  /** Its forms. */
  takes: readonly string[]
  options?: Readonly<Record<string, string>>
}

const JSON_LINE = 'prints JSON, for programs'

/** A test compares the options with those that the commands parse. */
export const HELP: Readonly<Record<string, Help>> = {
  'create-root': {
    says: 'The merchant is independent of all others. Prints the credentials of its administrator once. In live mode the first merchant also gets a developer id.',
    takes: ['--name NAME --domain HOST --email ADDRESS [options]'],
    options: {
      '--name NAME': 'the name of the business',
      '--domain HOST': 'its branding address, such as pay.example.com',
      '--email ADDRESS': 'the mail address of its first administrator',
      '--username NAME': 'what the administrator signs in as; admin when left out',
      '--tz ZONE': 'its time zone; America/New_York when left out',
      '--developer NAME': 'makes a developer id with this title, instead of using the one that is there',
    },
  },
  'operator-user': {
    says: 'Such a user connects products to processors. Prints the credentials once.',
    takes: ['--merchant ID --email ADDRESS [--username NAME]'],
    options: {
      '--merchant ID': 'the root location of the merchant',
      '--email ADDRESS': 'the mail address of the user',
      '--username NAME': 'what the user signs in as; operator when left out',
    },
  },
  'branding-address': {
    says: 'Without options, lists the addresses. --prove asks DNS for the TXT record _tollgate.ADDRESS with tollgate-merchant=ID.',
    takes: ['', '--prove [--resolver ADDRESS]', '--own ADDRESS --merchant ID', '--release ADDRESS'],
    options: {
      '--prove': 'looks up the TXT records and gives each proven address to its merchant',
      '--resolver ADDRESS': 'asks this DNS server instead of those of the machine',
      '--own ADDRESS': 'gives an address to a merchant without a proof',
      '--merchant ID': 'the root location of that merchant',
      '--release ADDRESS': 'takes an address back; no sign-in uses it until it is proven again',
    },
  },
  'oauth-client': {
    says: 'Prints client_id and client_secret once.',
    takes: ['--name NAME --description TEXT --homepage URL --redirect URL [options]'],
    options: {
      '--name NAME': 'the name that users see when they allow it',
      '--description TEXT': 'what it does',
      '--homepage URL': 'where users can read about it',
      '--redirect URL': 'where users are sent back to; may be repeated',
      '--logo URL': 'its logo on the consent page',
      '--public': 'an app without a secret, such as one on a phone',
      '--no-rotating': 'keeps one refresh token, for a client that cannot store a new one',
    },
  },
  'encryption-key': {
    says: 'Prints the key once; an older key stops working.',
    takes: ['--developer ID'],
    options: { '--developer ID': 'the developer id of the software that encrypts' },
  },
  keyring: {
    says: 'create makes the key ring of a new gateway. add-key writes the ring with one more key into a new file, for a ring that a program keeps. rotate-fingerprints replaces the key by which cards, API keys and tokens are found again, while the gateway serves. No file is ever replaced.',
    takes: [
      'create [--to FILE]',
      'add-key | wrap | unwrap --to FILE',
      'split --from FILE --to FILE --to FILE …',
      'join --from FILE --from FILE --to FILE',
      'rotate-fingerprints [--to FILE]',
      'retire --key ID [--at-once] [--to FILE]',
    ],
    options: {
      '--to FILE': 'a new file; none is ever replaced',
      '--from FILE': 'the ring to split, or a share to join',
      '--key ID': 'the key to retire',
      '--at-once': 'retires it at once, without waiting for other processes to learn of it',
    },
  },
  'rotate-keys': {
    says: 'The gateway serves meanwhile. After an interruption, the next run finishes the work. Earlier keys stay in the ring for your backups; take a new copy of the key ring afterwards.',
    takes: [''],
  },
  doctor: {
    says: 'Also checks migrations, the public address and the settings of the database; in live mode everything that real money needs. Says what to do about each problem, and exits with 1 while something must be fixed.',
    takes: ['[--backups FOLDER] [--keyring-copy FILE]'],
    options: {
      '--backups FOLDER': 'looks at the age of the newest backup there',
      '--keyring-copy FILE': 'compares a copy of the key ring with the one in use',
    },
  },
  'audit-verify': {
    says: 'Exits with 1 for a broken link that was not accepted. Keep its output in another place, for --heads.',
    takes: ['[--heads FILE]', '--accept ID --note TEXT'],
    options: {
      '--heads FILE': 'an earlier output of this command: finds a chain whose end was cut off since',
      '--accept ID': 'accepts the broken links of a merchant, or of - for those of none',
      '--note TEXT': 'why',
    },
  },
  'audit-trim': {
    says: 'Runs beside a gateway. The links of deleted events stay and still verify. TOLLGATE_KEEP_AUDIT_MONTHS does the same every night.',
    takes: ['--keep-months N'],
    options: { '--keep-months N': 'how many months of events stay, at least 12' },
  },
  jobs: {
    says: 'A job is given up after twelve tries.',
    takes: ['[--json]', '--again ID', '--forget ID --note TEXT'],
    options: {
      '--again ID': 'tries a job again at once, or all jobs of a task by its name',
      '--forget ID': 'deletes a job that is not needed',
      '--note TEXT': 'why',
      '--json': JSON_LINE,
    },
  },
  archive: {
    says: 'Runs beside a gateway. TOLLGATE_ARCHIVE_MONTHS does the same every night.',
    takes: ['--months N [--merchant ID] [--dry-run]'],
    options: {
      '--months N': 'archives payments of batches closed this many months ago, at least 18',
      '--merchant ID': 'only those of this root location',
      '--dry-run': 'counts them and moves none',
    },
  },
  'take-bounce': {
    says: 'The recipient is blacklisted if the mail says that the address does not exist. See docs/messages.md.',
    takes: ['< returned.eml'],
  },
  'bank-files': {
    says: 'Lists files that the bank has not answered, files of the bank that could not be applied, and returns that match no payment. See docs/ach.md.',
    takes: ['', 'accept NAME', 'refuse NAME [REASON]', 'again NAME', 'show ITEM', 'reviewed ITEM NOTE'],
  },
  'check-bank-file': {
    says: 'Reads a file or standard input, and says whether the gateway would apply it.',
    takes: ['[FILE] [--rewrite]'],
    options: { '--rewrite': 'prints the file itself, with lines and blocks padded' },
  },
  backup: {
    says: 'See docs/backup.md.',
    takes: ['--to PLACE [--recipient KEY] [--with-keyring]'],
    options: {
      '--to PLACE': 'a folder, or a file that is not there yet',
      '--recipient KEY': 'encrypts it for the holder of this key (age1…)',
      '--with-keyring': 'puts the key ring in as well; needs --recipient',
    },
  },
  'backup-verify': {
    says: 'Needs no database.',
    takes: ['FILE [--identity FILE]'],
    options: { '--identity FILE': 'the secret key, when the backup is encrypted' },
  },
  restore: {
    says: 'A restored gateway starts after reconcile. See docs/backup.md.',
    takes: ['--from FILE [--identity FILE]'],
    options: {
      '--from FILE': 'the backup',
      '--identity FILE': 'the secret key, when the backup is encrypted',
    },
  },
  'bin-data': { says: 'The file comes from your acquirer. See docs/operating.md.', takes: ['[status]', 'import FILE'] },
  reconcile: {
    says: 'See docs/backup.md.',
    takes: ['[--since TIME] [--bank-payments send|hold] [--accept]'],
    options: {
      '--since TIME': 'compares payments since then (ISO 8601), and not since the backup',
      '--bank-payments send|hold': 'what becomes of bank payments that may have been sent already',
      '--accept': 'lets the gateway start although something differs',
    },
  },
  discrepancies: {
    says: 'Compares books with processors, banks and terminals. Exits with 1 while something differs and is not explained.',
    takes: ['[--look [--days N]] [--merchant ID] [--json]', '--explain ID --note TEXT'],
    options: {
      '--look': 'compares everything now, and fails when anything differs',
      '--days N': 'how many days of orders and settlements it compares; 7 when left out',
      '--merchant ID': 'only those of this root location',
      '--explain ID': 'closes a difference',
      '--note TEXT': 'what was found out',
      '--json': JSON_LINE,
    },
  },
  'vault-key': {
    says: 'Prints the public key, which senders name as --recipient.',
    takes: ['--to FILE'],
    options: { '--to FILE': 'a new file for the secret key' },
  },
  'vault-export': {
    says: 'The file holds card numbers. See docs/backup.md.',
    takes: ['--location ID|all --recipient KEY --to FILE --yes-export-card-numbers'],
    options: {
      '--location ID|all': 'whose accounts: those of a location and below it, or all',
      '--recipient KEY': 'who can read the file (age1…)',
      '--to FILE': 'a file that is not there yet',
      '--yes-export-card-numbers': 'confirms that card numbers leave this gateway',
    },
  },
  'vault-import': {
    says: 'Running it twice adds nothing.',
    takes: ['--from FILE --identity FILE --location ID --ids FILE'],
    options: {
      '--from FILE': 'the export',
      '--identity FILE': 'the secret key of its recipient',
      '--location ID': 'where the accounts are stored',
      '--ids FILE': 'a new file that says which id each account has here',
    },
  },
  'kept-numbers': { takes: [''] },
  unknown: {
    says: 'Lists payments, actions, reversals, settlements and requests at terminals whose outcome is unknown or that need a decision by you, with the time since and what happens next.',
    takes: [
      '[--json]',
      'ID [--json]',
      '--again ID',
      '--send ID --note TEXT',
      '--given-back | --kept | --approved | --declined ID --note TEXT',
    ],
    options: {
      '--again ID': 'asks the processor at once',
      '--send ID': 'sends a scheduled payment that is held, because it was not made before',
      '--given-back ID': 'the money went back by another way',
      '--kept ID': 'what the processor approved stands, and the customer was told',
      '--approved ID': 'the processor says that it was approved',
      '--declined ID': 'the processor says that it was declined, or never arrived',
      '--note TEXT': 'why, and how it is known',
      '--json': JSON_LINE,
    },
  },
  processor: {
    says: 'Runs beside a gateway. certify prints the report that some processors ask for.',
    takes: [
      'list [--json]',
      'set --product ID --connector NAME [--settings FILE] [--json]',
      'show | check --product ID [--json]',
      'certify | remove --product ID',
    ],
    options: {
      '--product ID': 'the product (product_transaction_id)',
      '--connector NAME': 'the connector of its processor',
      '--settings FILE': 'a JSON object with what the connector needs, secrets included',
      '--json': JSON_LINE,
    },
  },
  recount: { says: 'Needed only after another program wrote to the database.', takes: [''] },
}

const CALL = 'npm run tollgate --'

/** Returns the list of commands. */
export function commandList(summaries: Readonly<Record<string, string>>): string {
  const lines = Object.entries(summaries).map(([name, summary]) => `  ${name.padEnd(17)} ${summary}`)
  return [
    `usage: ${CALL} COMMAND [options]`,
    '',
    ...lines,
    '',
    `${CALL} COMMAND --help explains a command; --version prints the version.`,
    'Exit codes: 0 done; 1 failed, or found something to fix; 2 wrong arguments, nothing was done.',
    '',
  ].join('\n')
}

/** Returns how one command is called. */
export function commandHelp(name: string, summary: string): string {
  const { says, takes, options = {} } = HELP[name]!
  const forms = takes.map((form, index) => `${index === 0 ? 'usage:' : '      '} ${CALL} ${name} ${form}`.trimEnd())
  const width = Math.max(...Object.keys(options).map(({ length }) => length)) + 2
  const lines = Object.entries(options).map(([option, says]) => `  ${option.padEnd(width)}${says}`)
  return [
    ...forms,
    '',
    wrapped(`${name} ${summary}.${says ? ` ${says}` : ''}`),
    ...(lines.length > 0 ? ['', ...lines] : []),
    '',
  ].join('\n')
}

function wrapped(text: string): string {
  return text.replaceAll(/(.{1,80})(?: |$)/g, '$1\n').trimEnd()
}

/** Returns one line about a command that does not exist. */
export function noCommand(name: string): string {
  const near = similarName(name, Object.keys(HELP))
  return `there is no command ${name}${near ? ` (did you mean ${near}?)` : ''}: see ${CALL} --help`
}

/** Returns one line about arguments that a command does not take. */
export function misused(name: string, error: Error & { code?: string }): string {
  const [, option] = /'(-[^ ']*)/.exec(error.message) ?? []
  const is_unknown = error.code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION' && option
  return `${is_unknown ? `${name} has no option ${option}` : error.message} (see ${name} --help)`
}

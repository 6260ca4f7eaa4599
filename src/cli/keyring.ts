import { mkdirSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import {
  grownRingText,
  nameOfPlace,
  newRingText,
  newWrappedRingText,
  refingerprintedRingText,
  retiredRingText,
  unwrappedRingText,
  wrappedRingText,
} from '../adapters/cipher/keyring/index.ts'
import { createRingFile } from '../adapters/cipher/keyring/ring-file.ts'
import { joinShares, splitSecret } from '../adapters/cipher/keyring/shares.ts'
import { openInstallation } from '../boot/installation.ts'
import { counted } from '../lib/counted.ts'
import { keyUses } from './key-uses.ts'
import { type CommandContext, existingServer, noteOperator } from './operator.ts'
import { assertUnused, forgetRetired } from './retire-fingerprints.ts'
import { rotateFingerprints } from './rotate-fingerprints.ts'

const OPTIONS = {
  to: { type: 'string', multiple: true },
  from: { type: 'string', multiple: true },
  key: { type: 'string', default: '' },
  'at-once': { type: 'boolean', default: false },
} as const

interface Given {
  to: string[]
  from: string[]
  key: string
  at_once: boolean
}

type Run = (context: CommandContext, given: Given) => Promise<void>

/** What can be done, and how many `--from` and `--to` it takes. */
const ACTIONS: Record<string, { run: Run; from: [number, number]; to: [number, number]; key?: true }> = {
  create: { run: create, from: [0, 0], to: [0, 1] },
  'add-key': { run: addKey, from: [0, 0], to: [1, 1] },
  wrap: { run: wrap, from: [0, 0], to: [1, 1] },
  unwrap: { run: unwrap, from: [0, 0], to: [1, 1] },
  split: { run: split, from: [1, 1], to: [2, 16] },
  join: { run: join, from: [2, 2], to: [1, 1] },
  'rotate-fingerprints': { run: rotate, from: [0, 0], to: [0, 1] },
  retire: { run: retire, from: [0, 0], to: [0, 1], key: true },
}

/**
 * Makes a key ring, or one with a further key, as a new file; wraps its keys by a key service; splits it into shares of
 * which two are needed; refuses an old key for use. No file is ever replaced.
 */
export function keyring(args: string[]): (context: CommandContext) => Promise<void> {
  const { values, positionals } = parseArgs({ args, options: OPTIONS, allowPositionals: true })
  const [name = '', ...more] = positionals
  const action = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined
  const paths = (texts: string[] = []) => texts.map(path => resolve(path))
  const given = { to: paths(values.to), from: paths(values.from), key: values.key, at_once: values['at-once'] }
  const fits = ({ length }: string[], [least, most]: [number, number]) => length >= least && length <= most
  const is_whole =
    action && fits(given.to, action.to) && fits(given.from, action.from) && Boolean(action.key) === (given.key !== '')
  if (!is_whole || more.length > 0)
    throw new Error(
      'keyring needs create, with --to FILE or without; add-key, wrap or unwrap --to FILE; split --from FILE and --to FILE for each share; join with two --from FILE and --to FILE; rotate-fingerprints, with --to FILE or without; or retire --key ID, with --at-once, --to FILE or without',
    )
  return context => action.run(context, given)
}

async function create({ config, clock, print }: CommandContext, { to: [to] }: Given): Promise<void> {
  const place = to ?? ('path' in config.keyring ? config.keyring.path : null)
  if (place === null)
    throw new Error(
      `the key ring is the one ${nameOfPlace(config.keyring)}: make one with --to FILE, put it where that program reads it, and delete the file`,
    )
  const service = 'path' in config.keyring ? config.keyring.service : undefined
  const text = service ? await newWrappedRingText(service, clock) : newRingText(clock)
  // The embedded database, which may run as another user, has to pass through the home.
  if (dirname(place) === config.home) mkdirSync(config.home, { recursive: true, mode: 0o755 })
  write(place, text)
  print(`the key ring is at ${place}${service ? ', its keys wrapped by the key service' : ''}`)
  print('Keep a copy of it in another place, apart from the backups of the database, before the first payment:')
  print('without it no stored card or bank account can be read again, by anybody.')
}

async function addKey({ config, clock, print }: CommandContext, { to: [to] }: Given): Promise<void> {
  write(to!, grownRingText(config.keyring, clock))
  print(`a key ring with one more key is at ${to}: put it where the gateway has its ring from, and delete the file.`)
  print('Six minutes later, when every process has it, run: npm run tollgate -- rotate-keys')
}

async function wrap(context: CommandContext, { to: [to] }: Given): Promise<void> {
  const { config, print } = context
  write(to!, await wrappedRingText(config.keyring))
  await note(context, 'wrapped')
  print(
    `the keys of the ring, wrapped by the key service, are at ${to}: stop the gateway, put that file in the place of`,
  )
  print(
    'the ring, start the gateway, and destroy every copy of the ring in clear but one that two people have to open:',
  )
  print('npm run tollgate -- keyring split')
}

async function unwrap(context: CommandContext, { to: [to] }: Given): Promise<void> {
  const { config, print } = context
  write(to!, await unwrappedRingText(config.keyring))
  await note(context, 'unwrapped')
  print(`the keys of the ring are at ${to} in clear: whoever has it and the database can read every card`)
}

/** A file of any kind: the ring, or the identity that opens backups. */
async function split({ print }: CommandContext, { from: [from], to }: Given): Promise<void> {
  const shares = splitSecret(readSecret(from!), to.length)
  for (const [index, path] of to.entries()) write(path, `${shares[index]}\n`)
  print(
    `any two of these ${to.length} files give ${from} back, and one alone tells nothing: give each to another person,`,
  )
  print(`try it by keyring join, and destroy ${from} where the gateway does not need it`)
}

async function join({ print }: CommandContext, { from, to: [to] }: Given): Promise<void> {
  write(to!, joinShares(from.map(path => readSecret(path).toString('utf8'))))
  print(`what was split is at ${to}: destroy it when it was used`)
}

/**
 * Replaces the key of fingerprints, or finishes that; with --to only makes the ring with the new key, for a place that
 * the gateway cannot write to.
 */
async function rotate({ config, shutdown, clock, print }: CommandContext, { to: [to] }: Given): Promise<void> {
  if (to) {
    write(to, refingerprintedRingText(config.keyring, clock))
    print(
      `a key ring with one more fingerprint key is at ${to}: put it where the gateway has its ring from within half`,
    )
    print(
      'an hour, and delete the file. The key is used in an hour; then run: npm run tollgate -- keyring rotate-fingerprints',
    )
    return
  }
  const { db, cipher } = await openInstallation(config, shutdown, POOL)
  const { key_id, renewed } = await rotateFingerprints({ db, ring: cipher, clock, log: print })
  await noteOperator({ db, clock }, 'key_ring', 'fingerprints_renewed', { key_id, renewed })
  const [former] = cipher.fingerprintKeys().filter(({ state }) => state === 'decrypt_only')
  if (!former) return
  print(
    'Copy the key ring now. Links in mails of before, receipts and sign-ins of today are still known by the earlier',
  )
  print(`key; a month from now, run: npm run tollgate -- keyring retire --key ${former.id}`)
}

const POOL = { size: 2, application_name: 'tollgate-operator' }

/** Only a key that nothing in the database needs: a backup may still need it, so it stays in the file. */
async function retire(
  { config, shutdown, clock, print }: CommandContext,
  { key, at_once, to: [to] }: Given,
): Promise<void> {
  const { db, cipher } = await openInstallation(config, shutdown, POOL)
  const fingerprints = cipher.fingerprintKeys().find(({ id }) => id === key)
  if (fingerprints) await assertUnused({ db, ring: cipher, clock, at_once })
  const uses = fingerprints ? 0 : await keyUses(db, key)
  if (uses > 0)
    throw new Error(`${counted(uses, 'value is', 'values are')} sealed under key ${key}: run rotate-keys first`)
  if (to) {
    write(to, retiredRingText(config.keyring, key))
    print(`a key ring in which key ${key} is retired is at ${to}: put it where the gateway has its ring from, and run`)
    print('this command again without --to')
    return
  }
  if (fingerprints?.state !== 'retired') await cipher.retire(key)
  const forgotten = fingerprints ? await forgetRetired(db) : 0
  await noteOperator({ db, clock }, 'key_ring', 'retired', { key_id: key, forgotten })
  print(`key ${key} is retired: it stays in the ring for old backups, and this gateway refuses to open with it`)
}

/** In the audit trail, where there is a database; a ring is also read where a gateway was lost. */
async function note(context: CommandContext, verb: string): Promise<void> {
  try {
    const { db } = await existingServer(context)
    await noteOperator({ db, clock: context.clock }, 'key_ring', verb, {})
  } catch (error) {
    context.print(`not noted in the audit trail: ${(error as Error).message}`)
  }
}

function readSecret(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    throw new Error(`${path} cannot be read (${(error as NodeJS.ErrnoException).code})`)
  }
}

function write(path: string, text: string | Buffer): void {
  try {
    if (createRingFile(path, text)) return
  } catch (error) {
    throw new Error(`a key ring cannot be written to ${path} (${(error as NodeJS.ErrnoException).code})`)
  }
  throw new Error(`there is a file at ${path} already, and no key ring is ever replaced`)
}

import { mkdirSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { grownRingText, nameOfPlace, newRingText } from '../adapters/cipher/keyring/index.ts'
import { createRingFile } from '../adapters/cipher/keyring/ring-file.ts'
import type { CommandContext } from './operator.ts'

const OPTIONS = { to: { type: 'string', default: '' } } as const

/** Makes a key ring, or one with a further key, as a new file; replaces none. */
export function keyring(args: string[]): (context: CommandContext) => Promise<void> {
  const { values, positionals } = parseArgs({ args, options: OPTIONS, allowPositionals: true })
  const [action, ...more] = positionals
  const to = values.to ? resolve(values.to) : null
  if (action === 'create' && more.length === 0) return async context => create(context, to)
  if (action === 'add-key' && more.length === 0 && to) return async context => addKey(context, to)
  throw new Error('keyring needs create, with --to FILE or without, or add-key --to FILE')
}

function create({ config, clock, print }: CommandContext, to: string | null): void {
  const place = to ?? ('path' in config.keyring ? config.keyring.path : null)
  if (place === null)
    throw new Error(
      `the key ring is the one ${nameOfPlace(config.keyring)}: make one with --to FILE, put it where that program reads it, and delete the file`,
    )
  // The embedded database, which may run as another user, has to pass through the home.
  if (dirname(place) === config.home) mkdirSync(config.home, { recursive: true, mode: 0o755 })
  write(place, newRingText(clock))
  print(`the key ring is at ${place}`)
  print('Keep a copy of it in another place, apart from the backups of the database, before the first payment:')
  print('without it no stored card or bank account can be read again, by anybody.')
}

function addKey({ config, clock, print }: CommandContext, to: string): void {
  write(to, grownRingText(config.keyring, clock))
  print(`a key ring with one more key is at ${to}: put it where the gateway has its ring from, and delete the file.`)
  print('Six minutes later, when every process has it, run: npm run tollgate -- rotate-keys')
}

function write(path: string, text: string): void {
  try {
    if (createRingFile(path, text)) return
  } catch (error) {
    throw new Error(`a key ring cannot be written to ${path} (${(error as NodeJS.ErrnoException).code})`)
  }
  throw new Error(`there is a file at ${path} already, and no key ring is ever replaced`)
}

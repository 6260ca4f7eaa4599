import assert from 'node:assert/strict'
import { syncBuiltinESMExports } from 'node:module'
import { after, test } from 'node:test'
import util, { type ParseArgsConfig } from 'node:util'
import { counted } from '../lib/counted.ts'
import { COMMANDS } from './commands.ts'
import { commandHelp, commandList, HELP, misused, noCommand } from './help.ts'

const { parseArgs } = util
let parsed: ParseArgsConfig | null = null
util.parseArgs = (config => {
  parsed = config ?? null
  return parseArgs(config)
}) as typeof parseArgs
syncBuiltinESMExports()
after(() => {
  util.parseArgs = parseArgs
  syncBuiltinESMExports()
})

/** Returns the options that a command takes, and how it refuses one that it does not. */
async function optionsOf(name: string): Promise<{ options: string[]; error: Error }> {
  parsed = null
  const command = COMMANDS[name]!
  const parse = await ('alone' in command ? command.alone() : command.prepare())
  try {
    parse(['--no-such-option'])
  } catch (error) {
    return { options: Object.keys((parsed as ParseArgsConfig | null)?.options ?? {}), error: error as Error }
  }
  throw new Error(`${name} takes any option`)
}

test('G33 the help of a command has exactly the options that it takes', async () => {
  assert.deepEqual(Object.keys(HELP).toSorted(), Object.keys(COMMANDS).toSorted())
  for (const [name, { options = {}, takes }] of Object.entries(HELP)) {
    const told = Object.keys(options).map(option => /^--(?:no-)?([a-z-]+)/.exec(option)![1]!)
    const taken = await optionsOf(name)
    assert.deepEqual(told.toSorted(), taken.options.toSorted(), name)
    const text = commandHelp(name, COMMANDS[name]!.summary)
    assert.ok(text.startsWith(`usage: npm run tollgate -- ${name}`) && takes.every(form => text.includes(form)), text)
    for (const option of told) assert.ok(takes.join().includes(option) || takes.join().includes('[options]'), option)
    const line = misused(name, taken.error)
    assert.ok(!line.includes('\n') && line.endsWith(`(see ${name} --help)`), line)
  }
})

test('G33 the list of commands names all of them, and suggests one for a misspelt name', () => {
  const list = commandList(Object.fromEntries(Object.entries(COMMANDS).map(([name, { summary }]) => [name, summary])))
  for (const name of Object.keys(COMMANDS)) assert.match(list, new RegExp(`^  ${name} `, 'm'))
  assert.equal(
    noCommand('recont'),
    'there is no command recont (did you mean recount?): see npm run tollgate -- --help',
  )
  assert.equal(noCommand('zzz'), 'there is no command zzz: see npm run tollgate -- --help')
})

test('G33 one of something is not told in the plural', () => {
  assert.equal(counted(1, 'key'), '1 key')
  assert.equal(counted(0, 'key'), '0 keys')
  assert.equal(counted(2n, 'entry', 'entries'), '2 entries')
})

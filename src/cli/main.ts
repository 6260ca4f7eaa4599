import { pino } from 'pino'
import { machineClock } from '../adapters/clock/machine.ts'
import { openLog } from '../boot/log.ts'
import { gracefulShutdown, Interrupted } from '../boot/shutdown.ts'
import { readConfig } from '../config.ts'
import { VERSION } from '../version.ts'
import { COMMANDS, type Parse } from './commands.ts'
import { commandHelp, commandList, misused, noCommand } from './help.ts'
import type { CommandContext, Operator } from './operator.ts'

const SUMMARIES = Object.fromEntries(Object.entries(COMMANDS).map(([name, { summary }]) => [name, summary]))
const HELPS = ['help', '--help', '-h']
/** The exit code for arguments that a command does not take. */
const MISUSED = 2

process.exit(await main(process.argv.slice(2)))

/** Runs an operator's command: `npm run tollgate -- COMMAND`. Returns the exit code. */
async function main([name = 'help', ...args]: string[]): Promise<number> {
  if (name === '--version') return say(VERSION)
  const asked = HELPS.includes(name) ? args[0] : args.slice(0, endOfOptions(args)).some(isHelp) ? name : undefined
  if (asked === undefined && HELPS.includes(name)) return say(commandList(SUMMARIES))
  const command = Object.hasOwn(COMMANDS, asked ?? name) ? COMMANDS[asked ?? name] : undefined
  if (!command) return complain(noCommand(asked ?? name), MISUSED)
  if (asked !== undefined) return say(commandHelp(asked, command.summary))
  const parsed = 'alone' in command ? await command.alone() : afterOpening(await command.prepare())
  let run: (context: CommandContext) => Promise<void>
  try {
    run = parsed(args)
  } catch (error) {
    return complain(misused(name, error as Error), MISUSED)
  }
  return runToEnd(run)
}

async function runToEnd(run: (context: CommandContext) => Promise<void>): Promise<number> {
  const shutdown = gracefulShutdown()
  let code = 0
  try {
    const config = readConfig(process.env)
    const log = openLog(config.log_level, pino.destination(2))
    const print = (line: string) => void process.stdout.write(`${line}\n`)
    await run({ config, clock: machineClock, log, shutdown, print })
  } catch (error) {
    code = complain(error instanceof Interrupted ? 'stopped' : (error as Error).message)
  }
  await shutdown.run(error => {
    code = complain(error.message)
  })
  return code
}

/** Parses first, so that wrong arguments open nothing. */
function afterOpening(prepare: Parse<Operator>): Parse<CommandContext> {
  return args => opened(prepare(args))
}

/** Opens database and key ring for a command that works on them. */
function opened(run: (operator: Operator) => Promise<void>): (context: CommandContext) => Promise<void> {
  return async context => {
    const pool = { size: 4, application_name: 'tollgate-operator' }
    const { openInstallation } = await import('../boot/installation.ts')
    const { db, cipher } = await openInstallation(context.config, context.shutdown, pool)
    await context.shutdown.interruptible(run({ ...context, db, ring: cipher }))
  }
}

function isHelp(arg: string): boolean {
  return arg === '--help' || arg === '-h'
}

/** What follows `--` is no option. */
function endOfOptions(args: readonly string[]): number {
  const end = args.indexOf('--')
  return end < 0 ? args.length : end
}

function say(text: string): number {
  process.stdout.write(`${text.trimEnd()}\n`)
  return 0
}

function complain(text: string, code = 1): number {
  process.stderr.write(`tollgate: ${text}\n`)
  return code
}

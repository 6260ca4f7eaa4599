#!/usr/bin/env node
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { ConnectionError, TollgateError, ValidationError } from '../index.js'
import { COMMANDS } from './commands.js'
import { completion } from './completion.js'
import { printer } from './print.js'
import { EXIT, Problem } from './problem.js'
import { openSandbox } from './sandbox.js'

const OPTIONS = /** @type {const} */ ({
  'forward-to': { type: 'string' },
  secret: { type: 'string' },
  once: { type: 'boolean' },
  months: { type: 'string' },
  yes: { type: 'boolean' },
  data: { type: 'string' },
  key: { type: 'string' },
  merchant: { type: 'string' },
  sandbox: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
})

const HELP = `tollgate-dev: work with a Tollgate sandbox while you build on it.

  tollgate-dev command [words] [options]

${Object.entries(COMMANDS)
  .map(([name, { takes, says }]) => `  ${`${name} ${takes}`.padEnd(32)} ${says}`)
  .join('\n')}
  ${'completion bash|zsh|fish'.padEnd(32)} print a script that completes commands in that shell

Options:
  --forward-to ADDRESS   listen: where postbacks go, such as 3000/hook or http://localhost:3000/hook
  --secret whsec_…       listen: signs what is forwarded (TOLLGATE_SIGNING_SECRET); one is made and printed otherwise
  --data JSON|@FILE|-    post, put: the body
  --key KEY              post, put: the Idempotency-Key
  --once                 logs: end after what there is
  --months N, --yes      fixtures: how much history, and that the clock may be moved
  --json                 print data, one line each, for programs
  --sandbox FILE         sandbox.json of another sandbox than the one in this folder
  --merchant N           1 or 2 of the sandbox's merchants

Which gateway: TOLLGATE_URL with TOLLGATE_DEVELOPER_ID, TOLLGATE_USER_ID and TOLLGATE_USER_API_KEY; else
.tollgate/sandbox.json in this folder or above, which npm start writes. A sandbox with a password has it
in TOLLGATE_SANDBOX_PASSWORD.

It ends with 0 when done, 1 when the gateway refused, 2 when called wrongly, 3 when there is no gateway.`

const until = new AbortController()
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.on(signal, () => (until.signal.aborted ? process.exit(EXIT.failed) : until.abort()))
}
// Whoever read the output is gone: end as on Ctrl-C, so that nothing is left at the gateway.
process.stdout.on('error', () => until.abort())

process.exitCode = await main(process.argv.slice(2)).catch(error => {
  process.stderr.write(`tollgate-dev: ${sentenceOf(error)}\n`)
  if (error instanceof Problem) return error.exit_code
  return error instanceof ConnectionError ? EXIT.unreachable : EXIT.failed
})

/** @param {string[]} args */
async function main(args) {
  const { values: options, positionals } = read(args)
  const [name, ...words] = positionals
  if (options.version)
    return say(JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).version)
  if (options.help || name === undefined)
    return say(HELP, name === undefined && !options.help ? EXIT.misused : EXIT.done)
  if (name === 'completion') {
    const commands = [...Object.keys(COMMANDS), 'completion']
    return say(completion(words[0], { commands, options: Object.keys(OPTIONS) }))
  }
  const command = COMMANDS[name]
  if (!command) throw new Problem(`There is no command ${name}. --help lists them.`)
  const { env } = process
  const sandbox = openSandbox(env, { sandbox: options.sandbox, merchant: options.merchant })
  const out = printer(
    options.json === true,
    line => process.stdout.write(`${line}\n`),
    line => process.stderr.write(`${line}\n`),
  )
  await command.run({ sandbox, printer: out, words, options, env, until: until.signal })
  return EXIT.done
}

/** @param {string[]} args */
function read(args) {
  try {
    return parseArgs({ args, options: OPTIONS, allowPositionals: true })
  } catch (error) {
    throw new Problem(`${/** @type {Error} */ (error).message.split('.')[0]}. --help lists the options.`)
  }
}

/**
 * @param {string} text
 * @param {number} [exit_code]
 */
function say(text, exit_code = EXIT.done) {
  process.stdout.write(`${text}\n`)
  return exit_code
}

/**
 * What went wrong, for a person; each failing field on a line of its own.
 * @param {any} error
 */
function sentenceOf(error) {
  if (error instanceof ValidationError)
    return Object.entries(error.fields)
      .map(([field, texts]) => `${field}: ${texts.join(' ')}`)
      .join('\n  ')
  if (error instanceof TollgateError)
    return `${error.message}${error.request_id ? ` (request ${error.request_id})` : ''}`
  return error instanceof Error ? error.message : String(error)
}

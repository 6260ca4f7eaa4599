import { COMMANDS } from '../src/cli/commands.ts'
import { commandHelp } from '../src/cli/help.ts'
import type { Setting } from '../src/settings/setting.ts'
import { SETTING_GROUPS, SETTINGS } from '../src/settings/settings.ts'

const WRITTEN = 'This page is written by `npm run configuration`; a test compares it with the code.'

/** Returns docs/configuration.md: every setting of the gateway. */
export function configurationPage(): string {
  const groups = Object.entries(SETTING_GROUPS).map(([title, settings]) => {
    const rows = Object.entries<Setting<unknown>>(settings).map(
      ([name, { says, takes, usual }]) => `| \`${name}\` | ${cell(usual)} | ${cell(says)} | ${cell(takes)} |`,
    )
    return [`## ${title}`, '', '| Variable | Default | Meaning | Values |', '|---|---|---|---|', ...rows, ''].join('\n')
  })
  return `# Settings

Tollgate reads its settings from environment variables. Each has a default that works in the sandbox, and an empty
variable counts as not set. An invalid value stops the start with one line that names the setting. A change needs a
restart, and is recorded in the audit trail without its value. For live mode, begin with
[\`deploy/env.example\`](../deploy/env.example). ${WRITTEN}

${groups.join('\n')}`
}

/** Returns docs/cli.md: every command of the operator. */
export function cliPage(): string {
  const commands = Object.entries(COMMANDS)
  const rows = commands.map(([name, { summary }]) => `| [\`${name}\`](#${name}) | ${cell(summary)} |`)
  const parts = commands.map(
    ([name, { summary }]) => `## ${name}\n\n\`\`\`\n${commandHelp(name, summary).trimEnd()}\n\`\`\`\n`,
  )
  return `# Commands of the operator

Commands run beside a running gateway, with the same [settings](configuration.md). They exit with 0 when they are done,
with 1 when they failed or found something to fix, and with 2 for wrong arguments. ${WRITTEN}

| Command | What it does |
|---|---|
${rows.join('\n')}

${parts.join('\n')}`
}

/** Returns deploy/env.example: the settings with which live mode begins. */
export function envExample(): string {
  const lines = Object.entries<Setting<unknown>>(SETTINGS).flatMap(([name, { example }]) =>
    example
      ? [...(example.note ? [`# ${example.note}`] : []), `${example.is_off ? '#' : ''}${name}=${example.value}`]
      : [],
  )
  return [
    '# Settings of a live gateway, written by `npm run configuration`. docs/configuration.md has all of them.',
    '# Copy it to deploy/.env for compose.yaml, or to /etc/tollgate/tollgate.env for tollgate.service, with chmod 600.',
    ...lines,
    '',
  ].join('\n')
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|')
}

import { writeFileSync } from 'node:fs'
import { cliPage, configurationPage, envExample } from './operator-pages.ts'

/** `npm run configuration`: writes docs/configuration.md, docs/cli.md and deploy/env.example. */
const written = {
  'docs/configuration.md': configurationPage(),
  'docs/cli.md': cliPage(),
  'deploy/env.example': envExample(),
}
for (const [path, text] of Object.entries(written)) writeFileSync(new URL(`../${path}`, import.meta.url), text)

import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { writtenFiles } from './client/written-files.ts'

/** `npm run client`: writes what the typed client has from the description of the API, and the types of its sources. */
const root = join(import.meta.dirname, '..')
for (const { path, text } of writtenFiles()) writeFileSync(join(root, path), text)
const { status } = spawnSync(join(root, 'node_modules/.bin/tsc'), ['-p', 'packages/client/tsconfig.types.json'], {
  cwd: root,
  stdio: 'inherit',
})
process.exitCode = status ?? 1

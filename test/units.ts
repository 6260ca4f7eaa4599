/**
 * Runs the tests next to the sources in one process, because a process for each would take longer to start than to run.
 * own process: they declare tasks that no gateway handles.
 */
import { globSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
for (const file of globSync('{src,sandbox,agent}/**/*.test.ts', { cwd: root }).sort()) await import(join(root, file))

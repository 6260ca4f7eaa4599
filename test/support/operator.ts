import { join } from 'node:path'
import { openKeyRing } from '../../src/adapters/cipher/keyring/index.ts'
import type { Shutdown } from '../../src/boot/shutdown.ts'
import type { Operator } from '../../src/cli/operator.ts'
import { readConfig } from '../../src/config.ts'
import type { TestApp } from './app.ts'
import { silentLog } from './silent-log.ts'

/** An operator at a gateway under test, and everything its commands printed. */
export interface TestOperator {
  /** Runs a command and returns its output; throws its error message. */
  run(command: (operator: Operator) => Promise<void>): Promise<string>
  printed: string[]
}

/** An operator at the gateway of an app; `over` names another home or database. */
export function operatorOf(t: TestApp, over: Record<string, string> = {}): TestOperator {
  const printed: string[] = []
  const ring = openKeyRing({ path: join(t.home, 'keyring.json'), create: false, clock: t.clock })
  const ours = { DATABASE_URL: t.database_url, TOLLGATE_MIGRATION_DATABASE_URL: t.owner_url }
  const config = readConfig({ TOLLGATE_HOME: t.home, ...(over.DATABASE_URL ? {} : ours), ...over })
  return {
    printed,
    async run(command) {
      const begun = printed.length
      const print = (line: string) => void printed.push(line)
      const shutdown = quietShutdown()
      try {
        await command({ config, clock: t.clock, log: silentLog, shutdown, print, db: t.db, ring })
      } finally {
        await shutdown.run(error => {
          throw error
        })
      }
      return printed.slice(begun).join('\n')
    },
  }
}

/** Without signals: what was adopted stops with the command. */
export function quietShutdown(): Shutdown {
  const steps: (() => Promise<unknown>)[] = []
  return {
    async adopt(starting, stop) {
      const started = await starting
      steps.unshift(() => stop(started))
      return started
    },
    interruptible: work => work,
    requested: new Promise(() => undefined),
    forced: new AbortController().signal,
    async run() {
      for (const step of steps.splice(0)) await step()
    },
  }
}

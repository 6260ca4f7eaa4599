import { join } from 'node:path'
import { openKeyRing } from '../../src/adapters/cipher/keyring/index.ts'
import type { Lifetime } from '../../src/boot/lifetime.ts'
import type { Operator } from '../../src/cli/operator.ts'
import { readConfig } from '../../src/config.ts'
import type { TestApp } from './app.ts'
import { quietLog } from './quiet-log.ts'

/** An operator at a gateway under test, and everything its commands printed. */
export interface TestOperator {
  /** Runs a command; answers what it printed, or throws what it complains of. */
  run(command: (operator: Operator) => Promise<void>): Promise<string>
  printed: string[]
}

/** An operator at the gateway of an app; `over` names another home or database. */
export function operatorOf(t: TestApp, over: Record<string, string> = {}): TestOperator {
  const printed: string[] = []
  const ring = openKeyRing({ path: join(t.home, 'keyring.json'), create: false, clock: t.clock })
  const config = readConfig({ TOLLGATE_HOME: t.home, DATABASE_URL: t.database_url, ...over })
  return {
    printed,
    async run(command) {
      const begun = printed.length
      const print = (line: string) => void printed.push(line)
      const running = shortLife()
      try {
        await command({ config, clock: t.clock, log: quietLog, running, print, db: t.db, ring })
      } finally {
        await running.end(error => {
          throw error
        })
      }
      return printed.slice(begun).join('\n')
    },
  }
}

/** A life that no signal ends: everything that was kept ends with the command. */
function shortLife(): Lifetime {
  const ends: (() => Promise<unknown>)[] = []
  return {
    async keep(starting, end) {
      const started = await starting
      ends.unshift(() => end(started))
      return started
    },
    unlessStopped: work => work,
    stopped: new Promise(() => undefined),
    hurry: new AbortController().signal,
    async end() {
      for (const step of ends.splice(0)) await step()
    },
  }
}

import { join } from 'node:path'
import { openKeyRing } from '../../src/adapters/cipher/keyring/index.ts'
import type { Operator } from '../../src/cli/operator.ts'
import { readConfig } from '../../src/config.ts'
import type { Lifetime } from '../../src/lifetime.ts'
import type { TestApp } from './app.ts'
import { quietLog } from './quiet-log.ts'

/** An operator at a gateway under test, and everything its commands printed. */
export interface TestOperator {
  /** Runs a command; answers what it printed, or throws what it complains of. */
  run(command: (operator: Operator) => Promise<void>): Promise<string>
  printed: string[]
}

export function operatorOf(t: TestApp): TestOperator {
  const printed: string[] = []
  const life: Lifetime = {
    keep: async starting => starting,
    unlessStopped: work => work,
    stopped: new Promise(() => undefined),
    hurry: new AbortController().signal,
    end: async () => undefined,
  }
  const ring = openKeyRing({ path: join(t.home, 'keyring.json'), create: false, clock: t.clock })
  const config = readConfig({ TOLLGATE_HOME: t.home, DATABASE_URL: t.database_url })
  return {
    printed,
    async run(command) {
      const begun = printed.length
      const print = (line: string) => void printed.push(line)
      await command({ config, clock: t.clock, log: quietLog, life, print, db: t.db, ring })
      return printed.slice(begun).join('\n')
    },
  }
}

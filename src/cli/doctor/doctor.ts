import { existingServer } from '../existing-server.ts'
import { noArguments } from '../no-arguments.ts'
import type { CommandContext } from '../operator.ts'
import { clockFindings, levelFindings, settingFindings, workFindings } from './database-findings.ts'
import type { Finding } from './finding.ts'
import { addressFindings, homeFindings, ringFindings } from './home-findings.ts'

const MARK = { good: 'ok  ', look: 'look', bad: 'BAD ' } as const

/** Looks at what an operator would look at first. Changes nothing, and fails when something has to be mended. */
export function doctor(args: string[]): (context: CommandContext) => Promise<void> {
  noArguments('doctor', args)
  return async context => {
    const { config, clock, running, print } = context
    let wrong = 0
    const tell = (findings: readonly Finding[]) => {
      for (const { is, says } of findings) print(`${MARK[is]}  ${says}`)
      wrong += findings.filter(({ is }) => is === 'bad').length
    }
    tell(await homeFindings(config))
    const { db } = await existingServer(context)
    const [made] = await db.query<{ found: string | null }>(`select to_regclass('installation')::text as found`)
    tell(await settingFindings(db))
    tell(await clockFindings(db, clock))
    const levels = await levelFindings(db)
    tell(levels)
    if (made?.found) tell(await ringFindings(config, db, clock))
    if (levels.every(({ is }) => is === 'good')) tell(await workFindings(db))
    tell(await running.unlessStopped(addressFindings(config)))
    if (wrong > 0) throw new Error(`${wrong} of these have to be mended`)
  }
}

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Opened, openServer } from '../boot/installation.ts'
import type { CommandContext } from './operator.ts'

/**
 * Opens the database of this home as it is: nothing is made and no migration is applied, so that what an older gateway keeps can be looked
 * at before an upgrade. Throws where there is no gateway's database.
 */
export async function existingServer({ config, running }: Pick<CommandContext, 'config' | 'running'>): Promise<Opened> {
  if (!config.database_url && !existsSync(join(config.home, 'postgres')))
    throw new Error(`there is no database in ${config.home}: set TOLLGATE_HOME or DATABASE_URL as for the gateway`)
  return openServer(config, running, { size: 2, application_name: 'tollgate-operator' })
}

import { randomBytes } from 'node:crypto'
import type { Database } from '../db/database.ts'
import type { SandboxFile } from './sandbox-file.ts'
import { type SeedParts, seedMerchant } from './seed.ts'
import { MERCHANTS } from './seed-data.ts'

/** Seeds an empty database with two merchants; null when somebody was there already, or another process is just doing it. */
export async function seedSandbox(parts: SeedParts & { db: Database }): Promise<Omit<SandboxFile, 'base_url'> | null> {
  const { db, clock } = parts
  const developer_id = randomBytes(6).toString('hex')
  const isFirst = await db.run(
    `insert into developer (id, title, active, created_ts)
     select $1, 'Sandbox', true, $2
      where not exists (select 1 from developer) and not exists (select 1 from location)`,
    [developer_id, clock.seconds()],
  )
  if (isFirst === 0) return null
  const merchants = []
  for (const merchant of MERCHANTS) merchants.push(await seedMerchant(parts, merchant))
  return { developer_id, merchants }
}

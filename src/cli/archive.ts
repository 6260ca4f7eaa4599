import { parseArgs } from 'node:util'
import { counted } from '../lib/counted.ts'
import { archivedBefore, archivePayments } from '../payments/batches/archive.ts'
import { FEWEST_ARCHIVE_MONTHS } from '../settings/settings.ts'
import { gatewayClock, type Operator } from './operator.ts'

const OPTIONS = {
  months: { type: 'string', default: '' },
  merchant: { type: 'string', default: '' },
  'dry-run': { type: 'boolean', default: false },
} as const

/** Moves payments of batches that were closed so many months ago to the archive. */
export function archive(args: string[]): (operator: Operator) => Promise<void> {
  const { months, merchant, 'dry-run': is_dry } = parseArgs({ args, options: OPTIONS }).values
  if (!/^\d{1,4}$/.test(months) || Number(months) < FEWEST_ARCHIVE_MONTHS)
    throw new Error(`archive needs --months with a number from ${FEWEST_ARCHIVE_MONTHS}`)
  return async ({ db, clock: machine, config, print }) => {
    const clock = await gatewayClock(db, machine)
    if (merchant && !(await isMerchant(db, merchant))) throw new Error(`${merchant} is not the root of a merchant`)
    const before = archivedBefore(clock.seconds(), Number(months), config.number_days)
    const moved = await archivePayments({ db, clock }, { before, root_id: merchant || null, is_dry })
    print(
      is_dry
        ? `${counted(moved, 'payment')} would be archived`
        : `${counted(moved, 'payment is', 'payments are')} archived`,
    )
  }
}

async function isMerchant(db: Operator['db'], id: string): Promise<boolean> {
  return (await db.query('select from location where id = $1 and root_id = $1', [id])).length > 0
}

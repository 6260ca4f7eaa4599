import { join } from 'node:path'
import { diskFiles } from '../adapters/files/disk/index.ts'
import { invoicePrinter } from '../adapters/pdf/index.ts'
import { quotas as openQuotas } from '../auth/quotas.ts'
import { quotaRefusal } from '../lib/quotas.ts'
import { logoData } from '../resources/branding_domain/uploaded-logo.ts'
import type { Core } from './parts.ts'

type Parts = Pick<Core, 'config' | 'db' | 'clock' | 'raise'>

/** What merchants may use, where attached files are, and what prints invoices with the logos that are stored. */
export function openFiles({ config, db, clock, raise }: Parts): Pick<Core, 'quotas' | 'files' | 'printer'> {
  const quotas = openQuotas({
    ...{ db, clock, limits: config.quotas },
    warn: (root_id, subject, says) => raise([{ root_id, matter: 'quota_used_up', subject, says }]),
  })
  const takePrint = async (root_id: string): Promise<void> => {
    const used_up = await quotas.take(root_id, 'print')
    if (used_up) throw quotaRefusal(used_up, clock.seconds())
  }
  return {
    quotas,
    files: diskFiles(join(config.home, 'files')),
    printer: invoicePrinter({ storedLogo: address => logoData(db, address), takePrint }),
  }
}

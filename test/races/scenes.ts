import type { Scene } from './scene.ts'
import { bankScenes } from './scenes/banks.ts'
import { batchScenes } from './scenes/batches.ts'
import { deviceScenes } from './scenes/devices.ts'
import { invoiceScenes } from './scenes/invoices.ts'
import { paylinkScenes } from './scenes/paylinks.ts'
import { peopleScenes } from './scenes/people.ts'
import { recurringScenes } from './scenes/recurrings.ts'
import { settingScenes } from './scenes/settings.ts'
import { transactionScenes } from './scenes/transactions.ts'
import { twinScenes } from './scenes/twins.ts'
import { vaultScenes } from './scenes/vaults.ts'

/** Every starting point there is. */
export const scenes: readonly Scene[] = [
  ...transactionScenes,
  ...bankScenes,
  ...batchScenes,
  ...invoiceScenes,
  ...paylinkScenes,
  ...recurringScenes,
  ...vaultScenes,
  ...twinScenes,
  ...deviceScenes,
  ...peopleScenes,
  ...settingScenes,
]

import { openOdfi } from '../../adapters/odfi/index.ts'
import type { AchConfig } from '../../config.ts'
import { bankWork } from '../../payments/bank/work.ts'
import type { BankConnection, Core, Feature } from '../parts.ts'

/** The bank that the configuration names. Throws an Error of one line for a key that cannot be read. */
export function bankFromConfig({ originator, answers, ...address }: AchConfig): BankConnection {
  return { originator, acknowledges: answers, ...openOdfi(address) }
}

/** Bank payments: files to the bank and what comes back. Nothing is done where there is no bank. */
export function bankFeature({ bank, db, store, vaulting, cipher, clock, log, raise }: Core): Feature {
  return bankWork(bank && { db, store, vaulting, cipher, clock, log, raise, ...bank })
}

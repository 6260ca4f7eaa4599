import type { Row, Settable } from '../../definition/resource.ts'
import type { UnitOfWork } from '../../definition/store.ts'
import { secCode } from '../../lib/sec-code.ts'
import type { Instrument } from '../../payments/vaulting.ts'
import { accountvault } from './accountvault.ts'

/** As long as a vault's name may be; a transaction's may be longer. */
const LONGEST_NAME = 32

/**
 * Stores an account vault for an instrument inside the open transaction: what the instrument says, and over it what is
 * set (`location_id` at least). For vaults made by the API, by a payment that saves its account, and by a terminal.
 */
export function storeVault(
  work: UnitOfWork,
  instrument: Instrument,
  set: Settable<typeof accountvault> & { location_id: string },
): Promise<Row<typeof accountvault>> {
  const is_bank = instrument.payment_method === 'ach'
  return work.insert(accountvault, {
    payment_method: instrument.payment_method,
    account_type: instrument.account_type,
    first_six: instrument.first_six,
    last_four: instrument.last_four,
    exp_date: instrument.exp_date,
    account_holder_name: instrument.account_holder_name?.slice(0, LONGEST_NAME) ?? null,
    is_company: instrument.is_company,
    ach_sec_code: is_bank ? secCode({ is_company: instrument.is_company, channel: 'api' }) : null,
    has_recurring: accountvault.fields.has_recurring.options.fallback,
    active: accountvault.fields.active.options.fallback,
    instrument_id: instrument.id,
    ...set,
  })
}

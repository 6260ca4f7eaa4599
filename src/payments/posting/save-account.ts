import type { UnitOfWork } from '../../definition/store.ts'
import type { Identity } from '../../ports/processor-request.ts'
import { storeVault } from '../../resources/accountvault/store-vault.ts'
import type { TransactionRow } from '../../resources/transaction/transaction.ts'
import { INSTRUMENT_COLUMNS } from '../vault/redeem-ticket.ts'
import type { Instrument } from '../vaulting.ts'

/** Stores the account as an account vault of the contact; returns its id, or null where its number is erased. */
export async function saveAccount(work: UnitOfWork, row: TransactionRow): Promise<string | null> {
  const kept = 'root_id = $1 and id = $2 and sealed is not null for key share'
  const text = `select ${INSTRUMENT_COLUMNS} from instrument where ${kept}`
  const [instrument] = await work.query<Instrument>(text, [row.root_id, row.instrument_id])
  if (!instrument) return null
  const vault = await storeVault(work, instrument, {
    location_id: row.location_id,
    contact_id: row.contact_id,
    title: row.save_account_title || null,
    billing_address: row.billing_street?.slice(0, 32) || null,
    billing_city: row.billing_city,
    billing_state: row.billing_state?.length === 2 ? row.billing_state : null,
    billing_zip: row.billing_zip && row.billing_zip.length >= 5 ? row.billing_zip.slice(0, 10) : null,
    billing_phone: row.billing_phone,
    customer_id: row.customer_id?.slice(0, 50) ?? null,
    ...(row.payer_identity as Identity | null),
    product_transaction_id: row.product_transaction_id,
  })
  return vault.id
}

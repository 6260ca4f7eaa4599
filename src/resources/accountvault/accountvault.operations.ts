import type { Caller } from '../../definition/caller.ts'
import type { CreateAct } from '../../definition/command.ts'
import type { Operations } from '../../definition/noun.ts'
import type { Draft, Row } from '../../definition/resource.ts'
import type { Reader } from '../../definition/rules.ts'
import type { VaultAccount } from '../../lib/account.ts'
import { STORES_ACCOUNT } from '../../lib/initiation.ts'
import { invalid, invalidField, type Problems } from '../../lib/problem.ts'
import { secCode } from '../../lib/sec-code.ts'
import { magneticTracks } from '../../lib/track-data.ts'
import type { Payments } from '../../payments/payments.ts'
import type { Vaulting } from '../../payments/vaulting.ts'
import { producttransaction } from '../producttransaction/producttransaction.ts'
import { requirementsOf, unmetRequirements } from '../producttransaction/requirements.ts'
import { lockRecurrings } from '../recurring/lock-recurrings.ts'
import type { TransactionRow } from '../transaction/transaction.ts'
import { type AccountOrigin, accountOrigin } from './account-origin.ts'
import { notExpired } from './accountvault.rules.ts'
import { accountvault } from './accountvault.ts'
import { storeVault } from './store-vault.ts'
import { type VaultRecord, vaultRecord } from './vault-record.ts'

type Vault = typeof accountvault

/**
 * Storing an account: find it, check it, check its address where that is wanted, and only then seal it and store
 * the vault, in one transaction. A vault that is refused leaves nothing behind but the address check it asked for.
 */
export const accountvaultOperations: Operations<Vault> = {
  async create({ draft, refs, actor, store, moment, parts: { payments, vaulting } }: CreateAct<Vault>) {
    const read = store.reader(actor.caller)
    const { location_id: place } = refs
    const product_id = draft.payment_method === 'cc' ? place.default_cc : place.default_ach
    const product = await read.maybe(producttransaction, product_id)
    const origin = await accountOrigin({ draft, refs, read, vaulting, root_id: actor.caller.root_id })
    const record = vaultRecord(draft, origin, product)
    checkOrigin(vaulting, origin, record, moment.seconds, place.tz)
    if (draft.payment_method === 'ach') refuseUnmet(record, origin, product)

    const checking = checkingProduct(draft, product)
    let began = origin.kind === 'instrument' ? origin.paid_by : undefined
    if (checking) {
      await apiIdFree(draft, read)
      const { caller } = actor
      const account = await accountOf(vaulting, origin, record, caller)
      const check = { caller, product: checking, account, track_data: draft.track_data, record }
      const { id } = await checkAddress(payments, check)
      began ??= id
    }
    return store.transaction(actor, async work => {
      const instrument =
        origin.kind === 'account'
          ? await vaulting.keep(work, draft.location_id, origin.account)
          : draft.ticket
            ? await vaulting.redeem(work, draft.location_id, draft.ticket)
            : origin.instrument
      const { id: instrument_id, root_id } = instrument
      if (began) await vaulting.continueSeries({ root_id, instrument_id, transaction_id: began }, work)
      return storeVault(work, instrument, record)
    })
  },
  /** A vault's recurrings belong to its contact, so they go with it. */
  update({ change, row, proceed }) {
    if (change.contact_id === undefined) return proceed()
    return proceed({ first: work => lockRecurrings(work, row.id) })
  },
}

/** What no look at the draft alone can tell: whether the card is still good where the vault lies. */
function checkOrigin(
  vaulting: Vaulting,
  origin: AccountOrigin,
  record: VaultRecord,
  seconds: number,
  zone: string,
): void {
  if (origin.kind === 'account') {
    const { problems } = vaulting.validate(origin.account, seconds, zone)
    if (Object.keys(problems).length > 0) throw invalid(problems)
    return
  }
  const exp_date = record.exp_date ?? origin.instrument.exp_date
  if (exp_date) notExpired(exp_date, seconds, zone)
}

/** A fee may be due for an address check, so a vault that would be refused for its id is refused before. */
async function apiIdFree({ account_vault_api_id, location_id }: Draft<Vault>, read: Reader): Promise<void> {
  if (!account_vault_api_id || !(await read.exists(accountvault, { account_vault_api_id, location_id }))) return
  throw invalidField('account_vault_api_id', 'Account Vault Api Id has already been taken.')
}

function accountOf(
  vaulting: Vaulting,
  origin: AccountOrigin,
  record: VaultRecord,
  caller: Caller,
): Promise<VaultAccount> | VaultAccount {
  if (origin.kind === 'account') return origin.account
  const { instrument } = origin
  const exp_date = record.exp_date ?? instrument.exp_date
  const account_holder_name = record.account_holder_name ?? instrument.account_holder_name
  return vaulting.reveal({ ...instrument, exp_date, account_holder_name }, caller)
}

type Product = Row<typeof producttransaction>

/** A vault is made by a program of the merchant. */
const TRX_SOURCE_INTEGRATION = 12

/**
 * The product to check the address with before a card is stored, or null when none is asked for. `run_avs` stands over
 * the product's own setting; asked for where there is no card product, it is a 422 (contract 2.3).
 */
function checkingProduct({ payment_method, run_avs }: Draft<Vault>, product: Product | null): Product | null {
  if (payment_method !== 'cc') return null
  const checking = product?.active ? product : null
  if (run_avs && !checking)
    throw invalidField('run_avs', 'Run Avs needs an active default card product at the location.')
  return (run_avs ?? checking?.run_avs_on_accountvault_create) ? checking : null
}

interface AddressCheck {
  caller: Caller
  product: Product
  account: VaultAccount
  track_data: string | null
  /** What the vault will hold. */
  record: VaultRecord
}

/**
 * Asks the processor whether the address belongs to the card: an `avsonly` transaction of its own, which remains
 * whatever becomes of the record. Throws a 422 unless it is approved; an unknown outcome is no approval.
 */
async function checkAddress(payments: Payments, check: AddressCheck): Promise<TransactionRow> {
  const { caller, product, account, record } = check
  const track_data = check.track_data ? magneticTracks(check.track_data) : null
  // Not under the request's Idempotency-Key: its record is the vault, which does not exist yet.
  const done = await payments.run(
    { caller },
    {
      action: 'avsonly',
      location_id: record.location_id,
      product_transaction_id: product.id,
      amount: 0n,
      source: { kind: 'account', account, ...(track_data ? { track_data } : {}) },
      initiation: STORES_ACCOUNT,
      details: {
        account_holder_name: account.account_holder_name,
        billing_street: record.billing_address,
        billing_city: record.billing_city,
        billing_state: record.billing_state,
        billing_zip: record.billing_zip,
        billing_phone: record.billing_phone,
        contact_id: record.contact_id,
        trx_source_id: TRX_SOURCE_INTEGRATION,
      },
    },
  )
  if (done.outcome === 'approved') return done
  const field = record.billing_address ? 'billing_address' : record.billing_zip ? 'billing_zip' : 'account_number'
  throw invalidField(field, `Account Verification failed: ${done.verbiage ?? 'no answer'}`)
}

/** What a payment calls otherwise than a vault. */
const NAMED_HERE: Readonly<Record<string, string>> = { billing_street: 'billing_address' }

/**
 * Refuses a bank account that could not pay through its location's default bank product, because the terminal of its
 * entry class requires more (contract 2.15). What belongs to a single payment, such as a check number, is required when
 * one is made.
 */
function refuseUnmet(record: VaultRecord, origin: AccountOrigin, product: Row<typeof producttransaction> | null): void {
  const { is_company } = origin.kind === 'account' ? (origin.account as { is_company?: boolean }) : origin.instrument
  const usual = secCode({ is_company: is_company === true, channel: 'api' })
  if (!product) return
  const sec_code = record.ach_sec_code || usual
  const { required } = requirementsOf(product, { payment_method: 'ach', action: 'debit', sec_code })
  const values: Record<string, unknown> = { ...record }
  const problems: Problems = {}
  for (const [field, texts] of Object.entries(unmetRequirements(required, name => isKnown(values, name)))) {
    const here = NAMED_HERE[field] ?? field
    problems[here] = texts.map(text => text.replace('Billing Street', 'Billing Address'))
  }
  if (Object.keys(problems).length > 0) throw invalid(problems)
}

/** An account always has its number, its bank, its type and its holder; what no vault can hold is not asked of one. */
function isKnown(values: Record<string, unknown>, requirement: string): boolean {
  const field = NAMED_HERE[requirement] ?? requirement
  const definition = (accountvault.fields as Record<string, { options: { reach?: string } }>)[field]
  if (!definition || definition.options.reach === 'input' || OF_ACCOUNT.includes(field)) return true
  return Boolean(values[field])
}

const OF_ACCOUNT: readonly string[] = ['account_holder_name', 'account_type']

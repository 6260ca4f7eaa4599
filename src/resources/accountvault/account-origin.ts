import type { Draft, DraftRefs, Row } from '../../definition/resource.ts'
import type { Reader } from '../../definition/rules.ts'
import { type Account, swipedAccount, typedAccount } from '../../lib/account.ts'
import { invalidField, notKept, notValid } from '../../lib/problem.ts'
import type { Instrument, Vaulting } from '../../payments/vaulting.ts'
import { transaction } from '../transaction/transaction.ts'
import { type AccountSource, sourcesSent } from './account-sources.ts'
import { accountvault } from './accountvault.ts'

type VaultDraft = Draft<typeof accountvault>
type Vault = Row<typeof accountvault>

/**
 * Where a new vault's account comes from: numbers just received, or an instrument the vault has already, with the id of
 * the payment it is taken from.
 */
export type AccountOrigin =
  | { kind: 'account'; account: Account }
  | { kind: 'instrument'; instrument: Instrument; set: Partial<Vault>; paid_by?: string | undefined }

interface OriginRequest {
  draft: VaultDraft
  refs: DraftRefs<typeof accountvault>
  read: Reader
  vaulting: Vaulting
  root_id: string
}

/** Finds the account a draft names. Throws a 422 on the field that names it when there is none the caller can use. */
export async function accountOrigin(request: OriginRequest): Promise<AccountOrigin> {
  const [source = 'account_number'] = sourcesSent(request.draft)
  const origin = await ORIGINS[source](request)
  const { payment_method } = origin.kind === 'account' ? origin.account : origin.instrument
  if (payment_method === request.draft.payment_method) return origin
  throw invalidField('payment_method', `Payment Method must be ${payment_method}, as that of the account is.`)
}

const ORIGINS: Record<AccountSource, (request: OriginRequest) => Promise<AccountOrigin>> = {
  account_number: async ({ draft }) => ({ kind: 'account', account: typedAccount(draft) }),
  track_data: async ({ draft }) => ({ kind: 'account', account: swipedAccount(draft.track_data ?? '', draft) }),
  async ticket(request) {
    const found = await request.vaulting.findTicket(request.read, request.draft.location_id, request.draft.ticket ?? '')
    const { contact_id, billing_street: billing_address, billing_zip } = found
    return fromInstrument(request, 'ticket', found.instrument_id, { contact_id, billing_address, billing_zip })
  },
  async previous_transaction_id(request) {
    const found = request.refs.previous_transaction_id
    return fromPayment(request, 'previous_transaction_id', found)
  },
  async previous_transaction_api_id(request) {
    const { previous_transaction_api_id: transaction_api_id, location_id } = request.draft
    const found = await request.read.find(transaction, { transaction_api_id, location_id })
    return fromPayment(request, 'previous_transaction_api_id', found)
  },
  async previous_account_vault_id(request) {
    const found = request.refs.previous_account_vault_id
    return fromInstrument(request, 'previous_account_vault_id', found?.instrument_id, found ? copied(found) : {})
  },
  async previous_account_vault_api_id(request) {
    const { previous_account_vault_api_id: account_vault_api_id, location_id } = request.draft
    const found = await request.read.find(accountvault, { account_vault_api_id, location_id })
    return fromInstrument(request, 'previous_account_vault_api_id', found?.instrument_id, found ? copied(found) : {})
  },
}

/** A vault may have got a later month of expiry or another name than its instrument came in with. */
function copied(vault: Vault): Partial<Vault> {
  const { exp_date, account_holder_name, ach_sec_code, customer_id, dl_number, dl_state, dob_year, ssn4 } = vault
  const { billing_address, billing_city, billing_state, billing_zip, billing_phone } = vault
  const address = { billing_address, billing_city, billing_state, billing_zip, billing_phone }
  return { exp_date, account_holder_name, ach_sec_code, ...address, customer_id, dl_number, dl_state, dob_year, ssn4 }
}

/** The address a payment was made with, as far as it fits: a transaction takes longer and shorter ones than a vault. */
function paidWith(row: Row<typeof transaction>): Partial<Vault> {
  const { billing_street, billing_city, billing_state, billing_zip, billing_phone, customer_id } = row
  return {
    billing_address: billing_street?.slice(0, 32) || null,
    billing_city: billing_city || null,
    billing_state: billing_state?.length === 2 ? billing_state : null,
    billing_zip: billing_zip && /^.{5,10}$/.test(billing_zip) ? billing_zip : null,
    billing_phone,
    customer_id: customer_id && customer_id.length <= 50 ? customer_id : null,
  }
}

async function fromPayment(
  request: OriginRequest,
  field: AccountSource,
  payment: Row<typeof transaction> | null | undefined,
): Promise<AccountOrigin> {
  const origin = await fromInstrument(request, field, payment?.instrument_id, payment ? paidWith(payment) : {})
  return { ...origin, paid_by: payment?.id }
}

async function fromInstrument(
  { vaulting, root_id }: OriginRequest,
  field: AccountSource,
  instrument_id: string | null | undefined,
  set: Partial<Vault>,
): Promise<Extract<AccountOrigin, { kind: 'instrument' }>> {
  const instrument = instrument_id ? await vaulting.look(root_id, instrument_id) : null
  if (!instrument) throw notValid(field)
  if (!instrument.is_kept) throw notKept(field)
  return { kind: 'instrument', instrument, set }
}

import type { Settable } from '../../definition/resource.ts'
import type { Actor } from '../../definition/store.ts'
import type { VaultAccount } from '../../lib/account.ts'
import type { Bininfo } from '../../lib/bin/bininfo.ts'
import { invalid, invalidField, notKept } from '../../lib/problem.ts'
import { secCode } from '../../lib/sec-code.ts'
import type { Instrument as RequestInstrument, WalletInstrument } from '../../ports/processor-request.ts'
import { isSurchargeable } from '../../resources/surcharge/surcharge-amount.ts'
import { TYPE } from '../../resources/transaction/transaction.states.ts'
import type { TransactionRow, transaction } from '../../resources/transaction/transaction.ts'
import type { PaymentContext } from '../lifecycle/payment-context.ts'
import type { Route } from '../lifecycle/routing.ts'
import type { Instrument, Opened, Shown } from '../vaulting.ts'

/** The account a payment is made with, ready to be sent: numbers in memory, and what may be shown of them. */
export interface Funding {
  payment_method: 'cc' | 'ach'
  shown: Shown
  account_holder_name: string | null
  /** Of a bank account. */
  routing: string | null
  /** Null for a linked refund: the processor knows the account. */
  account: VaultAccount | null
  /** The instrument it is stored as; null where it is not stored yet. */
  instrument: Pick<
    Instrument,
    'id' | 'payment_method' | 'fingerprint' | 'fingerprint_before' | 'card_class' | 'network_ids'
  > | null
  cvv: string | undefined
  track_data: string | undefined
  /** What BIN data tell of the card, where its product asks; null where no digits are known. */
  bininfo?: Bininfo | null
  /** What a wallet gave: nothing of the account in it is known here. */
  wallet?: WalletInstrument
}

/**
 * Opens the accounts of payments, stored ones all in one go. Throws a 422 on the field that is wrong with a typed
 * one.
 */
export async function openAccounts(
  context: PaymentContext,
  actor: Actor,
  routes: readonly Route[],
): Promise<Funding[]> {
  const ids = routes.flatMap(({ payment: { source } }) => (source?.kind === 'instrument' ? [source.instrument_id] : []))
  const stored = ids.length > 0 ? await context.vaulting.openAll(actor.caller, ids) : new Map<string, Opened>()
  const fundings = routes.map(route => fundingOf(context, route, stored))
  const asked = fundings.flatMap((funding, index) => {
    const digits = asksForBin(routes[index]!) ? digitsOf(funding) : null
    return digits === null ? [] : [{ index, funding, digits }]
  })
  if (asked.length === 0) return fundings
  const known = await context.vaulting.bins.find(asked.map(({ digits }) => digits))
  for (const [nr, { index, funding }] of asked.entries()) fundings[index] = { ...funding, bininfo: known[nr]! }
  return fundings
}

/** Whether it matters to a payment how its card is funded, or where it was issued; no other one waits to learn it. */
function asksForBin({ payment, product }: Route): boolean {
  if (payment.refunds) return false
  return Boolean(
    product.surcharge_id || (payment.bank_funded_only ?? product.bank_funded_only) || product.processor_rules,
  )
}

function fundingOf(context: PaymentContext, { payment, place }: Route, stored: ReadonlyMap<string, Opened>): Funding {
  const { source, refunds } = payment
  if (refunds && !source) return fundingOfOriginal(refunds)
  if (!source) throw invalidField('account_number', 'Account Number cannot be blank.')
  if (source.kind === 'wallet') return fundingOfWallet(source)
  if (source.kind === 'account') {
    const { account, cvv, track_data } = source
    const { shown, problems } = context.vaulting.validate(account, context.clock.seconds(), place?.tz)
    if (Object.keys(problems).length > 0) throw invalid(problems)
    return { ...ofAccount(account), shown, instrument: null, cvv, track_data }
  }
  const opened = stored.get(source.instrument_id)
  if (!opened) throw notKept(source.account_vault_id ? 'account_vault_id' : 'previous_transaction_id')
  return fundingOfOpened(opened, source)
}

/** The account of an opened instrument; the vault may have a later expiry than the instrument. */
export function fundingOfOpened(
  { instrument, account }: Opened,
  { exp_date, cvv }: { exp_date: string | null; cvv?: string | undefined },
): Funding {
  const current = account.payment_method === 'cc' && exp_date ? { ...account, exp_date } : account
  return { ...ofAccount(current), shown: instrument, instrument, cvv, track_data: undefined }
}

function ofAccount(account: VaultAccount) {
  const { payment_method, account_holder_name } = account
  return {
    payment_method,
    account_holder_name,
    account,
    routing: account.payment_method === 'ach' ? account.routing : null,
  }
}

function fundingOfWallet(wallet: WalletInstrument): Funding {
  const nothing = { account_holder_name: null, routing: null, account: null, instrument: null }
  const shown = { first_six: null, last_four: '', account_type: '' }
  return { payment_method: 'cc', shown, ...nothing, cvv: undefined, track_data: undefined, wallet }
}

/** Two refunds of one payment may well be equal. */
const NOT_COMPARED = { fingerprint: '', fingerprint_before: null, card_class: null }

function fundingOfOriginal(original: TransactionRow): Funding {
  const { payment_method, first_six, last_four, account_type, account_holder_name, routing } = original
  return {
    payment_method,
    shown: { first_six, last_four: last_four ?? '', account_type: account_type ?? '' },
    account_holder_name,
    routing,
    account: null,
    instrument: original.instrument_id ? { id: original.instrument_id, ...NOT_COMPARED, payment_method } : null,
    cvv: undefined,
    track_data: undefined,
  }
}

/** Seals a typed account, so that it is stored with its transaction and known by its instrument from then on. */
export function sealAccount({ vaulting }: PaymentContext, root_id: string, location_id: string, funding: Funding) {
  const { account, instrument } = funding
  const sealed = account && !instrument ? vaulting.seal(root_id, location_id, account) : null
  return {
    funding: sealed ? { ...funding, instrument: sealed.instrument } : funding,
    alongside: sealed ? [sealed.statement] : [],
  }
}

/** All digits of a card, or the first six where a processor keeps the others; null where fewer are known. */
function digitsOf({ payment_method, account, shown }: Funding): string | null {
  if (payment_method !== 'cc') return null
  const digits = account && 'account_number' in account ? account.account_number : (shown.first_six ?? '')
  return digits.length < 6 ? null : digits
}

/** Whether a card may carry a surcharge, as far as BIN data tell. */
export function isCredit({ bininfo }: Funding): boolean {
  return bininfo ? isSurchargeable(bininfo) : false
}

/** Whether the money of a card comes from a bank account, as far as BIN data tell; null where they do not. */
export function isDebit({ bininfo }: Funding): boolean | null {
  if (!bininfo?.account_fund_source.trim()) return null
  return bininfo.account_fund_source === 'D' && bininfo.prepaid_indicator !== 'P'
}

/** The columns of a transaction that say what it was paid with. */
export function accountColumns(funding: Funding) {
  return {
    payment_method: funding.payment_method,
    instrument_id: funding.instrument?.id ?? null,
    first_six: funding.shown.first_six,
    last_four: funding.shown.last_four || null,
    account_type: funding.shown.account_type,
    account_holder_name: funding.account_holder_name,
    routing: funding.routing,
    entry_mode_id: funding.payment_method === 'ach' ? null : funding.track_data ? 'S' : 'K',
  } satisfies Settable<typeof transaction>
}

/** The account as a processor gets it. */
export function requestInstrument(funding: Funding, row: TransactionRow): RequestInstrument | undefined {
  const { account, shown, cvv, track_data, wallet } = funding
  if (wallet) return wallet
  if (!account) return undefined
  if ('token' in account)
    return { kind: 'token', token: account.token, exp_date: account.exp_date, brand: shown.account_type }
  if (account.payment_method === 'cc') {
    return {
      kind: 'card',
      number: account.account_number,
      exp_date: account.exp_date,
      brand: shown.account_type,
      cvv,
      track_data,
    }
  }
  const direction = row.type_id === TYPE.debit ? 'debit' : 'credit'
  return {
    kind: 'bank',
    routing: account.routing,
    account_number: account.account_number,
    account_type: account.account_type,
    account_holder_name: row.account_holder_name ?? account.account_holder_name ?? '',
    is_company: account.is_company,
    sec_code: row.ach_sec_code ?? secCode({ is_company: account.is_company, channel: 'api', direction }),
  }
}

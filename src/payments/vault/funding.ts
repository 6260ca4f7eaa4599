import type { Settable } from '../../definition/resource.ts'
import type { Actor, UnitOfWork } from '../../definition/store.ts'
import { invalid, invalidField } from '../../lib/problem.ts'
import { secCode } from '../../lib/sec-code.ts'
import type { Instrument as OrderInstrument } from '../../ports/processor.ts'
import { TYPE, type transaction } from '../../resources/transaction/transaction.ts'
import type { PaymentContext } from '../lifecycle/payment-context.ts'
import type { Product } from '../lifecycle/routing.ts'
import type { NewPayment, TransactionRow } from '../payments.ts'
import type { KeptAccount } from './account.ts'
import type { Instrument, Opened, Shown } from './vaulting.ts'

/** The account a payment is made with, ready to be sent: numbers in memory, and what may be shown of them. */
export interface Funding {
  payment_method: 'cc' | 'ach'
  shown: Shown
  account_holder_name: string | null
  /** Of a bank account. */
  routing: string | null
  /** Null for a linked refund: the processor knows the account. */
  account: KeptAccount | null
  /** The instrument that is already kept, if any. */
  instrument: Pick<Instrument, 'id' | 'fingerprint'> | null
  cvv: string | undefined
  track_data: string | undefined
}

/** Finds and opens the account. A 422 on the field that is wrong with it. */
export async function fundingOf(
  context: PaymentContext,
  actor: Actor,
  payment: NewPayment,
  zone: string | null,
): Promise<Funding> {
  const { source, refunds } = payment
  if (refunds && !source) return fundingOfOriginal(refunds)
  if (!source) throw invalidField('account_number', 'Account Number cannot be blank.')
  if (source.kind === 'account') {
    const { account, cvv, track_data } = source
    const { shown, problems } = context.vaulting.validate(account, context.clock.seconds(), zone)
    if (Object.keys(problems).length > 0) throw invalid(problems)
    return { ...ofAccount(account), shown, instrument: null, cvv, track_data }
  }
  const kept = await context.vaulting.look(actor.caller.root_id, source.instrument_id)
  if (!kept) throw new Error(`there is no instrument ${source.instrument_id}`)
  return fundingOfOpened({ instrument: kept, account: await context.vaulting.reveal(kept, actor.caller) }, source)
}

/** The account of an instrument that was opened for this payment; the vault may have been given a later expiry. */
export function fundingOfOpened(
  { instrument, account }: Opened,
  { exp_date, cvv }: { exp_date: string | null; cvv?: string | undefined },
): Funding {
  const current = account.payment_method === 'cc' && exp_date ? { ...account, exp_date } : account
  return { ...ofAccount(current), shown: instrument, instrument, cvv, track_data: undefined }
}

function ofAccount(account: KeptAccount) {
  const { payment_method, account_holder_name } = account
  return {
    payment_method,
    account_holder_name,
    account,
    routing: account.payment_method === 'ach' ? account.routing : null,
  }
}

function fundingOfOriginal(original: TransactionRow): Funding {
  const { payment_method, first_six, last_four, account_type, account_holder_name, routing } = original
  return {
    payment_method,
    shown: { first_six, last_four: last_four ?? '', account_type: account_type ?? '' },
    account_holder_name,
    routing,
    account: null,
    instrument: original.instrument_id ? { id: original.instrument_id, fingerprint: '' } : null,
    cvv: undefined,
    track_data: undefined,
  }
}

/** The columns of a transaction that say what it was paid with. The number itself is sealed in the same database transaction. */
export async function keepFunding(
  context: PaymentContext,
  work: UnitOfWork,
  location_id: string,
  funding: Funding,
): Promise<{ set: Settable<typeof transaction>; fingerprint: string }> {
  const { account, shown, account_holder_name } = funding
  const instrument = funding.instrument ?? (account ? await context.vaulting.keep(work, location_id, account) : null)
  const set = {
    payment_method: funding.payment_method,
    instrument_id: instrument?.id ?? null,
    first_six: shown.first_six,
    last_four: shown.last_four,
    account_type: shown.account_type,
    account_holder_name,
    routing: funding.routing,
    entry_mode_id: funding.payment_method === 'ach' ? null : funding.track_data ? 'S' : 'K',
  } as const
  return { set, fingerprint: instrument?.fingerprint ?? '' }
}

/** The brands a card product can take, by its flags. */
export function refuseBrand(product: Product, funding: Funding, field: string): void {
  if (funding.payment_method !== 'cc' || !funding.account) return
  const flag = `card_type_${funding.shown.account_type}` as keyof Product
  if (product[flag] === false) throw invalidField(field, 'The card is of a type that this product does not accept.')
}

/** The account as a processor gets it. */
export function orderInstrument(funding: Funding, row: TransactionRow): OrderInstrument | undefined {
  const { account, shown, cvv, track_data } = funding
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

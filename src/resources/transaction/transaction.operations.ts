import type { CreateAct, UpdateAct } from '../../definition/command.ts'
import type { Operations } from '../../definition/noun.ts'
import type { Draft, Row, Settable } from '../../definition/resource.ts'
import type { Reader } from '../../definition/rules.ts'
import type { Actor, Store } from '../../definition/store.ts'
import { swipedAccount, typedAccount } from '../../lib/account.ts'
import { BY_CARDHOLDER, type Initiation, STORES_ACCOUNT } from '../../lib/initiation.ts'
import { invalid, invalidField, notFound, notValid, Refusal } from '../../lib/problem.ts'
import { magneticTracks } from '../../lib/track-data.ts'
import { walletOf } from '../../lib/wallet-of.ts'
import type { NewPayment, Source } from '../../payments/payments.ts'
import type { Vaulting } from '../../payments/vaulting.ts'
import { producttransaction } from '../producttransaction/producttransaction.ts'
import { tag } from '../tag/tag.ts'
import { detailsOf, productProblems } from './build-payment.ts'
import { edit, holdVault, storedChanges } from './edit.ts'
import { type Facts, loadFacts } from './load-facts.ts'
import { type Beginning, type FollowUpAction, isUndecided, STATUS, TYPE } from './transaction.states.ts'
import { transaction } from './transaction.ts'
import { accountFieldOf } from './validate-new.ts'

type Transaction = typeof transaction
type New = Draft<Transaction>

/** POST begins a payment, PUT acts on one; money moves in `payments` only. */
export const transactionOperations: Operations<Transaction> = {
  archive: 'archived_transaction',
  create: act => begin(act),
  update: act => (act.change.action === undefined || act.change.action === 'edit' ? change(act) : follow(act)),
  fileRows,
  isOpen: isUndecided,
  rejoin: async (row, { parts }) => ({ row: await parts.payments.decided(row) }),
}

/** What a page stores with the payment it begins. */
export interface Beside extends Pick<NewPayment, 'alongside' | 'also' | 'adds_surcharge' | 'overrides'> {
  details?: Settable<Transaction>
}

/** Begins a payment as a POST does. */
export async function begin(act: CreateAct<Transaction>, beside: Beside = {}): Promise<Row<Transaction>> {
  const { draft, actor, store, read } = act
  const { payments, vaulting } = act.parts
  const found = await loadFacts(act, read, actor.caller)
  // What the gateway adds itself nobody has to send.
  const facts = beside.adds_surcharge ? { ...found, surcharge: null } : found
  const details = detailsOf(draft, facts)
  const problems = productProblems(draft, details, facts)
  if (Object.keys(problems).length > 0) throw invalid(problems)

  const refunds = draft.action === 'refund' && facts.previous ? facts.previous : undefined
  const source = refunds ? null : await sourceOf(draft, facts, read, vaulting)
  if (draft.transaction_api_id) await apiIdFree(read, draft.transaction_api_id, facts.place.id)
  const tags = draft.tags ? await tagsOf(store, actor, facts.place.id, draft.tags) : {}
  const ticket = draft.ticket
  const payment: NewPayment = {
    action: draft.action as Beginning,
    location_id: facts.place.id,
    product_transaction_id: facts.product.id,
    known: facts,
    amount: draft.action === 'avsonly' ? 0n : draft.transaction_amount,
    adds_surcharge: beside.adds_surcharge,
    bank_funded_only: draft.bank_funded_only_override,
    source,
    refunds,
    overrides: beside.overrides,
    initiation: initiationOf(draft, source),
    details: { ...details, ...tags, ...beside.details },
    ...provenBy(draft),
    refund_approval_id: draft.refund_approval_id,
    alongside: beside.alongside,
    also: ticket
      ? async work => {
          await vaulting.redeem(work, facts.place.id, ticket)
        }
      : beside.also,
  }
  return payments.run(actor, payment)
}

/** What a payment proves itself with, which no record keeps. */
function provenBy(draft: New): Partial<NewPayment> {
  const { dl_number, dl_state, ssn4, dob_year, image_front, image_back } = draft
  const check = image_front || image_back ? { image_front, image_back } : undefined
  const { cavv, xid, eci, three_d_secure_version: version } = draft
  const said = { cavv: cavv || undefined, xid: xid || undefined, eci: eci || undefined, version: version || undefined }
  const three_d_secure = cavv || xid || eci ? said : undefined
  return { identity: { dl_number, dl_state, ssn4, dob_year }, check, three_d_secure }
}

/**
 * The database has the last word on this; asked before, so that nothing is sealed for a payment that cannot be. Often
 * the earlier payment is this very request, whose answer was lost: the refusal leads to it, so that nobody pays again.
 */
async function apiIdFree(read: Reader, transaction_api_id: string, location_id: string): Promise<void> {
  const earlier = await read.find(transaction, { transaction_api_id, location_id })
  if (!earlier) return
  const { status, message, problems } = invalidField('transaction_api_id', 'Transaction Api Id has already been taken.')
  throw new Refusal(status, message, problems, { location: `/v2/transactions/${earlier.id}` })
}

/** A stored account whose holder gives the security code is used by the holder, and by the merchant otherwise. */
function initiationOf({ cvv, ticket, save_account }: New, source: Source | null): Initiation {
  if (source?.kind === 'instrument' && !ticket)
    return { by: cvv ? 'cardholder' : 'merchant', series: 'unscheduled', is_first: false }
  return save_account ? STORES_ACCOUNT : BY_CARDHOLDER
}

async function sourceOf(draft: New, facts: Facts, read: Reader, vaulting: Vaulting): Promise<Source> {
  const cvv = draft.cvv ?? undefined
  const kept: Kept = (instrument_id, exp_date, account_vault_id) => ({
    kind: 'instrument',
    instrument_id,
    exp_date,
    account_vault_id,
    cvv,
  })
  switch (accountFieldOf(draft)) {
    case 'track_data':
      return swiped(draft)
    case 'payment_token':
      return { kind: 'wallet', wallet: walletOf(draft.payment_token!)!, payment_token: draft.payment_token! }
    case 'ticket': {
      const found = await vaulting.findTicket(read, facts.place.id, draft.ticket!)
      return kept(found.instrument_id, found.exp_date, null)
    }
    case 'account_vault_id':
    case 'account_vault_api_id':
      return kept(facts.vault!.instrument_id, facts.vault!.exp_date, facts.vault!.id)
    case 'previous_transaction_id':
    case 'previous_transaction_api_id':
      return reused(facts, kept, vaulting)
    default:
      return typed(draft, cvv)
  }
}

type Kept = (
  instrument_id: string,
  exp_date: string | null,
  account_vault_id: string | null,
) => Extract<Source, { kind: 'instrument' }>

async function reused({ previous }: Facts, kept: Kept, vaulting: Vaulting): Promise<Source> {
  if (!previous?.instrument_id) throw notValid('previous_transaction_id')
  const { id: transaction_id, root_id, instrument_id, payment_method, account_vault_id } = previous
  if (payment_method === 'cc') await vaulting.continueSeries({ root_id, instrument_id, transaction_id })
  return kept(instrument_id, null, account_vault_id)
}

/** Only companies' accounts take entries of class CCD. */
function typed(draft: New, cvv: string | undefined): Source {
  return { kind: 'account', account: typedAccount(draft, draft.ach_sec_code === 'CCD'), cvv }
}

function swiped({ track_data, account_holder_name, cvv }: New): Source {
  const account = swipedAccount(track_data!, { account_holder_name })
  return { kind: 'account', account, track_data: magneticTracks(track_data!) ?? undefined, cvv: cvv ?? undefined }
}

async function change({ actor, store, row, change: sent, refs }: UpdateAct<Transaction>): Promise<Row<Transaction>> {
  const tags = sent.tags ? await tagsOf(store, actor, row.location_id, sent.tags) : {}
  return store.transaction(actor, async work => {
    if (sent.move_account_vault || sent.move_account_vault_transactions) await holdVault(work, row)
    const locked = await work.lock(transaction, row.id)
    if (!locked) throw notFound()
    return edit(work, locked, { sent, refs }, tags)
  })
}

/** Tips are added at the table or the counter. */
const TIPPED: readonly string[] = ['restaurant', 'retail', 'retail_self_serve']

async function follow({ actor, store, row, change: sent, parts }: UpdateAct<Transaction>): Promise<Row<Transaction>> {
  const action = sent.action as FollowUpAction
  if (action === 'tipadjust') {
    const product = await store.reader(actor.caller).maybe(producttransaction, row.product_transaction_id)
    if (product && !TIPPED.includes(product.industry_type))
      throw invalidField('action', `Action tipadjust is not available in ${product.industry_type}.`)
  }
  const tags = sent.tags ? await tagsOf(store, actor, row.location_id, sent.tags) : {}
  const amount: bigint | null = sent.transaction_amount ?? null
  return parts.payments.follow(actor, row.id, action, { amount, set: { ...storedChanges(sent), ...tags } })
}

/**
 * The rows of a transaction in a file. One that was voided, or came back from the bank, stands there as it was before,
 * in a row of its own just above: a program that reads the file can post the first and then reverse it, without
 * knowing whether it has read it before. What came back has "cb" behind its id.
 */
function fileRows(row: Row<Transaction>): Partial<Row<Transaction>>[] | null {
  const { status_id } = row
  if (status_id === STATUS.voided) return [beforeVoid(row), {}]
  if (status_id !== STATUS.charged_back && status_id !== STATUS.ach_rejected) return null
  return [beforeReject(row), { id: `${row.id}cb`, description: `ACH Reject-${row.description ?? ''}` }]
}

function beforeVoid(row: Row<Transaction>): Partial<Row<Transaction>> {
  const { auth_amount, type_id, payment_method, transaction_batch_id } = row
  const approved =
    type_id === TYPE.refund ? STATUS.refunded : transaction_batch_id === null ? STATUS.authorized : STATUS.sale
  const status_id = payment_method === 'ach' ? STATUS.ach_pending : approved
  return { status_id, transaction_amount: auth_amount ?? 0n, void_date: null }
}

function beforeReject({ settle_date, status_id }: Row<Transaction>): Partial<Row<Transaction>> {
  const sent = settle_date === null ? STATUS.ach_originated : STATUS.ach_settled
  return {
    status_id: status_id === STATUS.ach_rejected ? STATUS.ach_pending : sent,
    charge_back_date: null,
    return_date: null,
  }
}

/**
 * The tags of these titles at a location, as a transaction keeps them; a title the location does not have yet is made.
 * Not under the request's Idempotency-Key, whose record is the transaction.
 */
async function tagsOf(
  store: Store,
  actor: Actor,
  location_id: string,
  titles: readonly string[],
): Promise<Settable<typeof transaction>> {
  const records: { id: string; title: string }[] = []
  for (const title of new Set(titles)) {
    const known = await store.reader(actor.caller).find(tag, { location_id, title })
    const { id } = known ?? (await store.insert({ caller: actor.caller }, tag, { location_id, title }))
    records.push({ id, title })
  }
  return { tag_ids: records.map(each => each.id), tag_records: records }
}

import { randomInt } from 'node:crypto'
import type { Actor, Store, UnitOfWork } from '../../../definition/store.ts'
import type { Money } from '../../../lib/money.ts'
import { invalidField, notFound } from '../../../lib/problem.ts'
import type { Clock } from '../../../ports/clock.ts'
import { accountvault } from '../../../resources/accountvault/accountvault.ts'
import { location } from '../../../resources/location/location.ts'
import { MICRODEPOSIT_TRIES, type MicrodepositRow, microdeposit } from '../../../resources/microdeposit/microdeposit.ts'
import { achSettings } from '../../../resources/producttransaction/processor-data.ts'
import { producttransaction } from '../../../resources/producttransaction/producttransaction.ts'
import { mustBeActive } from '../../../resources/producttransaction/requirements.ts'
import type { Product } from '../../lifecycle/routing.ts'
import type { Microdeposits } from '../../payments.ts'
import { originatesAt } from '../windows.ts'

export function microdeposits(parts: { store: Store; clock: Clock }): Microdeposits {
  return {
    start: (actor, vault_id, product_id) => start(parts, actor, vault_id, product_id),
    confirm: (actor, vault_id, amounts) => confirm(parts, actor, vault_id, amounts),
  }
}

/** Deposits to one account are limited, because each costs the merchant a fee. */
const MAX_STARTS = 3

/**
 * Starts the verification of a stored bank account; the deposits leave with the product's next file.
 * @throws Refusal when it is no bank account, is verified, is being verified, or is locked
 */
function start(
  parts: { store: Store; clock: Clock },
  actor: Actor,
  vault_id: string,
  product_transaction_id: string | null,
): Promise<MicrodepositRow> {
  return parts.store.transaction(actor, async work => {
    // The lock makes simultaneous requests start one verification.
    const vault = await work.lock(accountvault, vault_id)
    if (!vault) throw notFound()
    if (vault.payment_method !== 'ach')
      throw invalidField('payment_method', 'Payment Method must be ach for microdeposits.')
    if (vault.blocked_reason_id !== null) throw invalidField('account_vault_id', BLOCKED)
    const product = await productOf(work, vault.location_id, product_transaction_id)
    refuseAgain(await work.all(microdeposit, { account_vault_id: vault.id }))
    const chosen = amounts()
    const { same_day } = achSettings(product)
    const sum = { amount: chosen.first_amount + chosen.second_amount, effective_date: null }
    return work.insert(microdeposit, {
      location_id: vault.location_id,
      account_vault_id: vault.id,
      product_transaction_id: product.id,
      instrument_id: vault.instrument_id,
      status: 'pending',
      tries_left: MICRODEPOSIT_TRIES,
      originate_ts: originatesAt(sum, same_day, parts.clock.seconds()),
      ...chosen,
    })
  })
}

/** Throws when earlier verifications rule out a new one. */
function refuseAgain(earlier: readonly MicrodepositRow[]): void {
  const has = (status: MicrodepositRow['status']) => earlier.some(each => each.status === status)
  if (has('verified')) throw invalidField('account_vault_id', 'Account Vault is verified already.')
  if (has('pending') || has('sent')) throw invalidField('account_vault_id', 'Account Vault is being verified already.')
  if (has('failed')) throw invalidField('account_vault_id', LOCKED)
  if (earlier.length >= MAX_STARTS) {
    throw invalidField(
      'account_vault_id',
      `Deposits came back ${MAX_STARTS} times: the account has to be stored again.`,
    )
  }
}

const BLOCKED = 'Its bank lets nothing be taken from the account any more: it has to be stored again.'
const LOCKED = 'The amounts were told wrong too often: the account has to be stored again.'

async function productOf(work: UnitOfWork, location_id: string, asked: string | null): Promise<Product> {
  const place = await work.one(location, location_id, 'location_id')
  const product_id = asked ?? place.default_ach
  if (!product_id) throw invalidField('product_transaction_id', 'Product Transaction Id cannot be blank.')
  const product = await work.one(producttransaction, product_id, 'product_transaction_id')
  mustBeActive(product)
  if (product.payment_method !== 'ach')
    throw invalidField('product_transaction_id', 'Product Transaction Id must be for payment_method ach.')
  return product
}

/** Returns two different amounts of 1 to 99 cents: 4,851 equally likely pairs, too many to guess. */
function amounts(): { first_amount: bigint; second_amount: bigint } {
  const first = randomInt(1, 100)
  const other = randomInt(1, 99)
  return { first_amount: BigInt(first), second_amount: BigInt(other < first ? other : other + 1) }
}

/**
 * Confirms a verification by the two amounts, in either order. A wrong attempt is counted although the request is
 * refused; the last one locks the account.
 * @throws Refusal when the amounts are wrong, the deposits cannot have arrived yet, or no verification is open
 */
async function confirm(
  parts: { store: Store; clock: Clock },
  actor: Actor,
  vault_id: string,
  amounts_read: readonly [Money, Money],
): Promise<MicrodepositRow> {
  const row = await parts.store.transaction(actor, async work => {
    if (!(await work.lock(accountvault, vault_id))) throw notFound()
    const open = await openOf(await work.all(microdeposit, { account_vault_id: vault_id }))
    const held = await work.lock(microdeposit, open.id)
    if (held?.status !== 'sent') throw invalidField('account_vault_id', NOT_SENT)
    const seconds = parts.clock.seconds()
    if (seconds < (held.arrive_ts ?? 0)) {
      throw invalidField('account_vault_id', `The deposits are in the account from ${held.settle_date} on.`)
    }
    if (isRight(held, amounts_read))
      return work.update(microdeposit, held, { status: 'verified', verified_ts: seconds })
    const tries_left = held.tries_left - 1
    return work.update(microdeposit, held, { tries_left, ...(tries_left === 0 ? { status: 'failed' } : {}) })
  })
  if (row.status === 'verified') return row
  throw invalidField(
    'first_amount',
    row.status === 'failed' ? LOCKED : `These are not the amounts; tries left: ${row.tries_left}.`,
  )
}

const NOT_SENT = 'The deposits have not been sent yet.'

function openOf(rows: readonly MicrodepositRow[]): MicrodepositRow {
  const of = (status: MicrodepositRow['status']) => rows.find(row => row.status === status)
  const open = of('sent') ?? of('pending')
  if (open) return open
  if (of('verified')) throw invalidField('account_vault_id', 'Account Vault is verified already.')
  throw invalidField('account_vault_id', of('failed') ? LOCKED : 'No deposits are under way to this account.')
}

function isRight({ first_amount, second_amount }: MicrodepositRow, [one, other]: readonly [Money, Money]): boolean {
  return (one === first_amount && other === second_amount) || (one === second_amount && other === first_amount)
}

import type { Actor, Store } from '../../../definition/store.ts'
import type { Money } from '../../../lib/money.ts'
import { invalidField, notFound } from '../../../lib/problem.ts'
import type { Clock } from '../../../ports/clock.ts'
import { accountvault } from '../../../resources/accountvault/accountvault.ts'
import { type MicrodepositRow, microdeposit } from '../../../resources/microdeposit/microdeposit.ts'
import { LOCKED } from './verification.ts'

/**
 * Takes the two amounts that somebody read off the account, in either order. A wrong answer is counted even though the request is
 * refused; the last one locks the account.
 * @throws Refusal when the amounts are wrong, the deposits cannot be in the account yet, or there is nothing to answer
 */
export async function confirmMicrodeposit(
  parts: { store: Store; clock: Clock },
  actor: Actor,
  vault_id: string,
  told: readonly [Money, Money],
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
    if (isRight(held, told)) return work.update(microdeposit, held, { status: 'verified', verified_ts: seconds })
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

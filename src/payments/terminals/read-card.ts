import type { Settable } from '../../definition/resource.ts'
import type { TokenAccount } from '../../lib/account.ts'
import type { ReadCard, TerminalResponse } from '../../ports/terminal.ts'
import type { transaction } from '../../resources/transaction/transaction.ts'

const LONGEST_NAME = 60
const LONGEST_RECEIPT = 512
/** The EMV data of a receipt (contract 2.13). */
const RECEIPT_KEYS = ['TC', 'TVR', 'AID', 'TSI', 'ATC', 'APPLAB', 'APPN', 'CVM']

/** Returns the columns of a transaction that describe the card and how it was read. */
export function cardColumns({
  card,
  emv_receipt_data,
}: Pick<TerminalResponse, 'card' | 'emv_receipt_data'>): Settable<typeof transaction> {
  if (!card) return {}
  return {
    entry_mode_id: card.entry_mode_id,
    first_six: card.first_six,
    last_four: card.last_four,
    account_type: card.is_debit ? 'debit' : card.account_type,
    account_holder_name: card.account_holder_name?.slice(0, LONGEST_NAME) ?? null,
    emv_receipt_data: receiptOf(emv_receipt_data),
  }
}

/** Returns the known keys that fit the column. */
function receiptOf(tags: Record<string, string> | null): Record<string, string> | null {
  const receipt: Record<string, string> = {}
  for (const key of RECEIPT_KEYS) {
    const value = tags?.[key]
    if (!value) continue
    if (JSON.stringify({ ...receipt, [key]: value }).length <= LONGEST_RECEIPT) receipt[key] = value
  }
  return Object.keys(receipt).length > 0 ? receipt : null
}

/** Returns the processor's token as an account that can be stored; null when there is no token. */
export function tokenAccount({ card, token }: { card: ReadCard | null; token: string | null }): TokenAccount | null {
  if (!card?.exp_date || !token) return null
  const { first_six, last_four, account_type: brand, exp_date, account_holder_name } = card
  return { payment_method: 'cc', token, first_six, last_four, brand, exp_date, account_holder_name }
}

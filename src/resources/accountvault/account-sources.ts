import type { Draft } from '../../definition/resource.ts'
import type { accountvault } from './accountvault.ts'

/** The fields that can say which account is meant (contract 2.3, required sets by creation mode). */
export const ACCOUNT_SOURCES = [
  'account_number',
  'ticket',
  'track_data',
  'previous_transaction_id',
  'previous_transaction_api_id',
  'previous_account_vault_id',
  'previous_account_vault_api_id',
] as const

export type AccountSource = (typeof ACCOUNT_SOURCES)[number]

/** What only cards can come from. */
export const CARD_SOURCES: readonly AccountSource[] = ['ticket', 'track_data']

/** The sources that were sent, those that did not fit included; an empty text is as good as none. */
export function sourcesSent(draft: Partial<Draft<typeof accountvault>>): AccountSource[] {
  return ACCOUNT_SOURCES.filter(name => draft[name] !== null && draft[name] !== '')
}

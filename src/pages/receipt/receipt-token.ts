import { timingSafeEqual } from 'node:crypto'
import type { Cipher } from '../../ports/cipher.ts'

type Marks = Pick<Cipher, 'fingerprint'>

/** What opens the receipt of one payment on one page, and nothing else: the transaction's id under a keyed mark. The same payment always has the same. */
export function receiptToken(cipher: Marks, page_id: string, transaction_id: string): string {
  return `${transaction_id}.${markOf(cipher, page_id, transaction_id)}`
}

/** The transaction a token was made for, or null when it was not made here for this page. */
export function transactionOfToken(cipher: Marks, page_id: string, token: string): string | null {
  const [, transaction_id, mark] = /^([0-9a-fA-F-]{24,36})\.([0-9a-f]{64})$/.exec(token) ?? []
  if (!transaction_id || !mark) return null
  const expected = markOf(cipher, page_id, transaction_id)
  return timingSafeEqual(Buffer.from(mark), Buffer.from(expected)) ? transaction_id : null
}

function markOf(cipher: Marks, page_id: string, transaction_id: string): string {
  return cipher.fingerprint('receipt', `${page_id} ${transaction_id}`)
}

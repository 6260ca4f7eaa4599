import type { Database } from '../../src/db/database.ts'

/** The HTML form of a message as it was made, or null. */
export async function mailOf(db: Database, id: string | null): Promise<string | null> {
  if (!id) return null
  const [found] = await db.query<{ html: string | null }>('select html from outbox_message where id = $1', [id])
  return found?.html ?? null
}

/** A mail is a foreign document: nothing runs in it, nothing is loaded by it, and it is of no origin. Its links may be followed. */
export function mailHeaders(): Record<string, string> {
  return {
    'content-security-policy':
      "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; frame-ancestors 'none'; base-uri 'none'; sandbox allow-popups allow-popups-to-escape-sandbox",
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'x-robots-tag': 'noindex, nofollow',
  }
}

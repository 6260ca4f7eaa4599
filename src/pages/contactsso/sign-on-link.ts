/** Sign-on by link: what the link says, the contact it is about, and the page it leads to. Never: another way to sign in. */

import { createDecipheriv } from 'node:crypto'
import { Refusal, unauthorized } from '../../lib/problem.ts'

/** What the links of contract 5.4 carry, as far as it is read here. */
export interface SignOnLink {
  user_id: string
  user_api_key: string
  /** Fields of the contact, as they were sent. */
  contact: Record<string, unknown>
}

/** A link is good for a quarter of an hour, before and after the time it carries. */
const LIFE_SECONDS = 15 * 60

/** What a link may say of a contact; the rest belongs to other modes of the link and is not read. */
const CONTACT_FIELDS = [
  ...['location_id', 'contact_api_id', 'first_name', 'last_name', 'company_name', 'email', 'address', 'city'],
  ...['state', 'zip', 'cell_phone', 'home_phone', 'office_phone', 'account_number'],
]

/**
 * Reads `data` (hex of a JSON text) or `e_data` (hex of an initialisation vector and the AES-128-CBC of that text under the
 * software's encryption key). Throws 400 when it cannot be read, and 401 when it is too old or names nobody.
 */
export function signOnLink(sent: { data?: string; e_data?: string }, key: string | null, seconds: number): SignOnLink {
  const text = sent.e_data ? decrypted(sent.e_data, key) : bytesOf(sent.data ?? '').toString('utf8')
  const link = recordOf(text)
  const { timestamp, user_id, user_api_key } = link
  const isCurrent = Math.abs(seconds - Number(timestamp ?? Number.NaN)) <= LIFE_SECONDS
  if (!isCurrent) throw unauthorized('This link has expired.')
  if (typeof user_id !== 'string' || typeof user_api_key !== 'string') throw unauthorized()
  const contact = Object.fromEntries(CONTACT_FIELDS.filter(name => name in link).map(name => [name, link[name]]))
  return { user_id, user_api_key, contact }
}

function recordOf(text: string): Record<string, unknown> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw unreadable()
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw unreadable()
  return value as Record<string, unknown>
}

const VECTOR_BYTES = 16

/** A wrong key, a wrong padding and a text that is no JSON are one answer: who changes a link learns nothing from it. */
function decrypted(hex: string, key: string | null): string {
  const bytes = bytesOf(hex)
  if (key === null) throw unreadable()
  try {
    const decipher = createDecipheriv('aes-128-cbc', Buffer.from(key), bytes.subarray(0, VECTOR_BYTES))
    return Buffer.concat([decipher.update(bytes.subarray(VECTOR_BYTES)), decipher.final()]).toString('utf8')
  } catch {
    throw unreadable()
  }
}

function bytesOf(hex: string): Buffer {
  if (hex === '' || hex.length % 2 > 0 || !/^[0-9a-f]+$/i.test(hex)) throw unreadable()
  return Buffer.from(hex, 'hex')
}

function unreadable(): Refusal {
  return new Refusal(400, 'The data of this link cannot be read.')
}

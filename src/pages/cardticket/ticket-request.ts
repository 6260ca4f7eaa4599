import { isSignedBy } from '../../auth/signature-uses.ts'
import { addProblem, invalid, label, type Problems, Refusal } from '../../lib/problem.ts'

/** What a browser sends for a ticket: what the merchant's server has signed, and the card that its payer typed. */
export interface TicketRequest {
  location_api_key: string
  timestamp: string
  order_id: string
  signature: string
  /** By the names of a ticket. */
  card: Record<string, unknown>
}

/** The names that only this endpoint has, and what a ticket calls them. */
const CARD_FIELDS = {
  card_number: 'account_number',
  exp_date: 'exp_date',
  cvv: 'cvv',
  account_holder_name: 'account_holder_name',
  billing_street: 'billing_street',
  billing_zip: 'billing_zip',
} as const

const SIGNED = ['location_api_key', 'timestamp', 'order_id', 'signature'] as const
const LONGEST_ORDER = 64

/** Reads the fields below `cardticket`, or flat. Throws 400 for what is no object, 422 for what was not signed. */
export function readTicketRequest(body: unknown): TicketRequest {
  const sent = isRecord(body) && isRecord(body.cardticket) ? body.cardticket : body
  if (!isRecord(sent)) throw new Refusal(400, 'The body must be a JSON object.')
  const problems: Problems = {}
  const text = (name: (typeof SIGNED)[number]): string => {
    const value = typeof sent[name] === 'number' ? String(sent[name]) : sent[name]
    if (value === undefined || value === null || value === '')
      addProblem(problems, name, `${label(name)} cannot be blank.`)
    else if (typeof value !== 'string' || value.length > LONGEST_ORDER || /[\p{Cc}\p{Cs}]/u.test(value))
      addProblem(problems, name, `${label(name)} is invalid.`)
    else return value
    return ''
  }
  const [location_api_key, timestamp, order_id, signature] = SIGNED.map(text) as [string, string, string, string]
  if (Object.keys(problems).length > 0) throw invalid(problems)
  const card = Object.fromEntries(
    Object.entries(CARD_FIELDS)
      .filter(([name]) => Object.hasOwn(sent, name))
      .map(([name, known]) => [known, sent[name] === '' ? null : sent[name]]),
  )
  return { location_api_key, timestamp, order_id, signature, card }
}

/** Returns a refusal in the words of this endpoint. */
export function inRequestWords(error: unknown): unknown {
  if (!(error instanceof Refusal) || !error.problems) return error
  const { account_number, ...rest } = error.problems
  if (!account_number) return error
  const card_number = account_number.map(text => text.replace(/^Account Number/, 'Card Number'))
  return invalid({ card_number, ...rest })
}

/** Whether the signature is that of key, time and order under the location's key for tickets. In constant time. */
export function isSigned(
  { location_api_key, timestamp, order_id, signature }: TicketRequest,
  ticket_hash_key: string,
): boolean {
  // With ten digits always, no other order has the same text.
  const is_told_apart = /^\d{10}$/.test(timestamp)
  return isSignedBy(signature, ticket_hash_key, location_api_key + timestamp + order_id) && is_told_apart
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

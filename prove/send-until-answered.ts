import { setTimeout as pause } from 'node:timers/promises'
import type { Random } from '../conformance/fuzz/random.ts'
import type { SeededMerchant } from '../sandbox/seed.ts'
import { addressOf, type Entry, type Json } from './journal.ts'
import { anyApi, type ProofRun } from './proof-run.ts'

/** Longer than the gateway takes to answer that an outcome is unknown. */
const ANSWER_MS = 60_000
/** Keys are kept for a day; the clock moves once while a request is under way, by half a day at most. */
const KEY_SECONDS = 11 * 3600
const TRIES = 6
const LONGEST_PAUSE_MS = 300

/**
 * Sends a request until it is answered, as a merchant's program does: after a broken connection, a 5xx or a 409 the
 * same request goes to any process under the same key. An entry without an answer after the last try stays open and
 * is looked up when the run winds down.
 */
export async function sendUntilAnswered(
  proof: ProofRun,
  merchant: SeededMerchant,
  chance: Random,
  entry: Entry,
  tries = TRIES,
): Promise<Entry> {
  for (let left = tries; left > 0 && entry.state === 'open'; ) {
    const url = anyApi(proof, chance)
    // Without a pause, clients that wait for a process to start would keep this process too busy to notice that it
    // has.
    if (entry.tries > 0 || !url) await pause(chance.below(LONGEST_PAUSE_MS))
    if (url) await sendOnce(proof, merchant, url, entry)
    // Tries that found no process do not count.
    if (url) left -= 1
    else if (proof.over.aborted) return entry
  }
  return entry
}

/** Sends one request to this process; one that is too late to be repeated (`most` seconds) is looked up instead. */
export async function sendOnce(
  proof: ProofRun,
  merchant: SeededMerchant,
  url: string,
  entry: Entry,
  most = KEY_SECONDS,
): Promise<void> {
  if (entry.tries > 0 && isLate(proof, entry, most)) return void (await lookUp(proof, merchant, url, entry))
  entry.tries += 1
  const answer = await send(proof, merchant, url, entry)
  if (answer === BROKEN) entry.faults += 1
  if (!answer || answer === BROKEN) return
  const { status, text } = answer
  entry.status = status
  if (entry.noun === null) return close(entry, status === 303 ? 'acknowledged' : 'refused', { status })
  const body = jsonOf(text)
  if (status < 300) entry.last = entry.noun === '' ? null : (body?.[entry.noun] ?? null)
  if (status >= 200 && status < 300)
    return close(entry, 'acknowledged', entry.noun === '' ? body : (body?.[entry.noun] ?? null))
  // The record was deleted by the request whose answer was lost.
  if (status === 404 && entry.method === 'DELETE' && entry.tries > 1) return close(entry, 'acknowledged', null)
  if (status === 422 && entry.has_api_id && (await isByItself(proof, merchant, url, entry, text))) return
  close(entry, 'refused', body)
}

/**
 * Whether the client's own id has been taken, or the change made, by the request whose answer was lost. While the
 * look-up itself has no answer the entry stays open and is looked up again.
 */
async function isByItself(
  proof: ProofRun,
  merchant: SeededMerchant,
  url: string,
  entry: Entry,
  text: string,
): Promise<boolean> {
  const is_taken = /already been taken/.test(text)
  if (entry.has_key && !is_taken) return false
  const found = await lookUp(proof, merchant, url, entry)
  return found !== 'absent' || is_taken
}

function close(entry: Entry, state: 'acknowledged' | 'refused', answer: Json): void {
  // The same request may be under way twice; the first answer counts, and a later one must not differ.
  if (entry.state === 'open') Object.assign(entry, { state, answer })
  // A receipt may say that nobody knows yet; once the payment has failed its form is answered so.
  else if (entry.noun === null && entry.state === 'acknowledged' && state === 'refused')
    Object.assign(entry, { state, answer: { ...answer, was_unsure: true } })
  // One of two copies came while another payer's payment was on its way; that one failed, and the other copy paid.
  else if (entry.noun === null && entry.answer?.status === 409 && state === 'acknowledged')
    Object.assign(entry, { state, answer })
  // Without a key the second of two may be refused before the first is stored.
  else if (!entry.has_key && entry.has_api_id && state !== entry.state)
    Object.assign(entry, state === 'acknowledged' ? { state, answer } : {})
  else if (state !== entry.state || answer?.id !== entry.answer?.id)
    entry.answer = { ...entry.answer, differs: [brief(entry.answer), brief(answer)] }
}

function brief(answer: Json): string {
  return answer?.id ?? JSON.stringify(answer)
}

/**
 * A key is forgotten after a day, so a request must not be repeated under it; the client's own id is taken for ever.
 */
export function isLate(proof: ProofRun, entry: Entry, most = KEY_SECONDS): boolean {
  // Repeating an update of a contact changes nothing, as long as no other update has been answered since.
  if (entry.noun === 'contact' && entry.record_id !== null && entry.state === 'open') return false
  return entry.has_key && !entry.has_api_id && !isWithinKey(proof, entry, most)
}

/** Whether a key is still known: by `most` seconds after it was first used, also if the clock is moved once more. */
export function isWithinKey(
  { moved_seconds }: ProofRun,
  entry: Pick<Entry, 'moved_seconds'>,
  most = KEY_SECONDS,
): boolean {
  return moved_seconds - entry.moved_seconds <= most
}

/**
 * Looks the record up by the client's mark. When it finds nothing, the entry stays open, because the request may
 * still be under way.
 */
export async function lookUp(
  proof: ProofRun,
  merchant: SeededMerchant,
  url: string,
  entry: Entry,
): Promise<'found' | 'absent' | 'unanswered'> {
  const { noun, record_id } = entry
  if (noun === null) return 'absent'
  const plural = PLURAL[noun] ?? `${noun}s`
  const path = `/v2/${plural}${record_id ? `/${record_id}` : `?${recognised(entry)}`}`
  const answer = await send(proof, merchant, url, { method: 'GET', path, body: '', headers: {} })
  if (answer === BROKEN || answer?.status !== 200)
    return answer !== BROKEN && answer?.status === 404 ? 'absent' : 'unanswered'
  const body = jsonOf(answer.text)
  const found = record_id ? body?.[noun] : body?.[plural]?.[0]
  if (!found) return 'absent'
  close(entry, 'acknowledged', { ...found, looked_up: true })
  return 'found'
}

/** Returns the filter that finds what a request made, which not every request brings an id of its own for. */
function recognised({ noun, mark, has_api_id }: Entry): string {
  if (noun === 'transaction') return `order_num=${mark}`
  if (noun === 'quickinvoice' && !has_api_id) return `email=${addressOf(mark)}`
  return `${API_ID[noun as string]}=${mark}`
}

const PLURAL: Record<string, string> = { transactionbatch: 'transactionbatches' }
export const API_ID: Record<string, string> = {
  transaction: 'transaction_api_id',
  contact: 'contact_api_id',
  quickinvoice: 'quick_invoice_api_id',
  paylink: 'paylink_api_id',
  recurring: 'recurring_api_id',
  accountvault: 'account_vault_api_id',
}

/** The gateway itself does not know: what it cannot do for the moment it says with 503. */
const BROKEN = '500'

/** Returns null when there was no answer, or one that says to try again. */
async function send(
  proof: ProofRun,
  merchant: SeededMerchant,
  url: string,
  { method, path, body, headers }: Pick<Entry, 'method' | 'path' | 'body' | 'headers'>,
): Promise<{ status: number; text: string } | typeof BROKEN | null> {
  const since = { moved_seconds: proof.moved_seconds }
  proof.under_way.add(since)
  try {
    const signal = timeoutSignal(proof, ANSWER_MS)
    const answer = await fetch(url + path, {
      ...{ method, signal, redirect: 'manual' as const },
      headers: { ...credentials(proof, merchant, path), ...headers },
      body: body === '' ? null : body,
    })
    const text = await answer.text()
    if (answer.status === 500) return BROKEN
    if (answer.status > 500 || answer.status === 429) return null
    proof.journal.answered()
    if (answer.status === 409 && path.startsWith('/v2/')) return null
    return { status: answer.status, text }
  } catch {
    return null
  } finally {
    proof.under_way.delete(since)
  }
}

/** A payer's browser sends no credentials. */
function credentials({ sandbox }: ProofRun, { user }: SeededMerchant, path: string): Record<string, string> {
  if (!path.startsWith('/v2/')) return { 'sec-fetch-site': 'same-origin' }
  const { user_id, user_api_key } = user
  return { 'developer-id': sandbox.developer_id, 'user-id': user_id, 'user-api-key': user_api_key }
}

function jsonOf(text: string): Json {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/**
 * A signal that aborts after this time or at the end of the work, whichever comes first; what it interrupts is looked
 * up later.
 */
export function timeoutSignal({ over }: ProofRun, ms: number): AbortSignal {
  const timeout = AbortSignal.timeout(ms)
  return over.aborted ? timeout : AbortSignal.any([timeout, over])
}

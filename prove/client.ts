import { randomUUID } from 'node:crypto'
import type { Random } from '../conformance/fuzz/random.ts'
import type { SeededMerchant } from '../sandbox/seed.ts'
import { addressOf, type Entry, type Json } from './journal.ts'
import { eachApi, type ProofRun } from './proof-run.ts'
import { API_ID, sendOnce, sendUntilAnswered } from './send-until-answered.ts'

/** A merchant's program, or a payer's browser. Every call throws NoAnswer when its outcome is not known. */
export interface Client {
  merchant: SeededMerchant
  chance: Random
  proof: ProofRun
  /** Creates a record; the entry's answer is the record as it came back. */
  make(what: string, noun: string, record: Json, racing?: boolean): Promise<Entry>
  /** Changes or commands a record. */
  act(
    what: string,
    method: string,
    noun: string,
    path: string,
    id: string,
    body: Json,
    racing?: boolean,
  ): Promise<Entry>
  /** Sends the form of a pay page. `shown_amount`: what the page showed; the amount in cents where that is fixed. */
  pay(what: string, path: string, amount: string, shown_amount?: string): Promise<Entry>
  read(path: string): Promise<Json>
}

/** The request has had no answer yet; it is looked up again when the run winds down. */
export class NoAnswer extends Error {}

export function client(proof: ProofRun, place: number, chance: Random): Client {
  const { journal } = proof
  const merchant = proof.sandbox.merchants[place]!
  const through = async (entry: Entry): Promise<Entry> => {
    // Networks and users repeat themselves: the same request reaches two processes at once.
    if (chance.oneIn(5) && (entry.has_key || entry.has_api_id || entry.noun === null)) {
      await Promise.all(eachApi(proof).map(url => sendOnce(proof, merchant, url, entry)))
    }
    await sendUntilAnswered(proof, merchant, chance, entry)
    if (entry.state === 'open') throw new NoAnswer(entry.what)
    return entry
  }
  const started = {
    merchant: place,
    moved_seconds: 0,
    racing: false,
    record_id: null,
    noun: null,
    has_key: false,
    has_api_id: false,
  }
  return {
    merchant,
    chance,
    proof,
    make(what, noun, record, racing = false) {
      const [has_key, wants_api_id] = chance.pick(WAYS)
      const has_api_id = wants_api_id && noun in API_ID
      const headers = {
        ...JSON_BODY,
        ...(has_key ? keyed() : {}),
        ...fault(proof, chance, noun, record.action === 'sale'),
      }
      const made = { ...started, what, noun, racing, has_key, has_api_id, headers, moved_seconds: proof.moved_seconds }
      const path = `/v2/${noun}s`
      return through(
        journal.open({ ...made, method: 'POST', path }, mark => {
          const own = has_api_id ? { [API_ID[noun] as string]: mark } : {}
          return JSON.stringify({ [noun]: { ...filled(record, mark), ...own } })
        }),
      )
    },
    act(what, method, noun, path, record_id, body, racing = false) {
      const has_key = method !== 'DELETE'
      const headers = {
        ...(has_key ? keyed() : {}),
        ...(body === null ? {} : JSON_BODY),
        ...fault(proof, chance, noun),
      }
      const made = { ...started, what, noun, racing, record_id, has_key, headers, moved_seconds: proof.moved_seconds }
      return through(journal.open({ ...made, method, path }, () => (body === null ? '' : JSON.stringify(body))))
    },
    pay(what, path, amount, shown_amount = amount.replace('.', '')) {
      const attempt = randomUUID().replaceAll('-', '')
      const made = {
        ...started,
        what,
        headers: { ...FORM_BODY, ...fault(proof, chance, 'transaction', true) },
        moved_seconds: proof.moved_seconds,
      }
      const entry = journal.open({ ...made, method: 'POST', path }, mark =>
        new URLSearchParams({
          ...CARD_FORM,
          attempt,
          amount,
          shown_amount,
          notification_email_address: addressOf(mark),
        }).toString(),
      )
      return through(entry)
    },
    read: path => read(proof, merchant, chance, path),
  }
}

/** Reads again and again until there is an answer; reads are not entered in the journal. */
async function read(proof: ProofRun, merchant: SeededMerchant, chance: Random, path: string): Promise<Json> {
  const asked = { merchant: 0, what: 'read', method: 'GET', path, body: '', headers: {}, noun: '', record_id: null }
  const marks = { n: 0, mark: '', has_key: false, has_api_id: false, racing: false, moved_seconds: proof.moved_seconds }
  const entry: Entry = { ...asked, ...marks, state: 'open', status: 0, answer: null, tries: 0, faults: 0, last: null }
  await sendUntilAnswered(proof, merchant, chance, entry, 20)
  if (entry.state === 'open') throw new NoAnswer(path)
  return entry.answer
}

/** What makes a retry recognisable: an idempotency key, the client's own id, or both. */
const WAYS: readonly (readonly [key: boolean, own_id: boolean])[] = [
  [true, false],
  [true, false],
  [true, true],
  [false, true],
]

const JSON_BODY = { 'content-type': 'application/json' }
const FORM_BODY = { 'content-type': 'application/x-www-form-urlencoded' }

function keyed(): Record<string, string> {
  return { 'idempotency-key': randomUUID() }
}

/** Fills in `MARK` and `ADDRESS`, which are known only once the entry is in the journal. */
function filled(record: Json, mark: string): Json {
  return JSON.parse(JSON.stringify(record).replaceAll('MARK', mark).replaceAll('ADDRESS', addressOf(mark)))
}

const CARD_FORM = {
  payment_method: 'cc',
  cc_account_number: '4111111111111111',
  cc_exp_date: '1245',
  cc_cvv: '999',
  cc_account_holder_name: 'Rosa Lindqvist',
  cc_billing_zip: '32606',
}

/** What now and then goes wrong between gateway and processor, besides their deaths. */
const FAULTS = [
  'refuse',
  'drop_before',
  'drop_after',
  'drop_after,hide:9',
  'late:300',
  'twice',
  'again:500',
  'garbage',
  'error',
  'wander:700',
  'unseen:6',
  'contradict',
  'held:3',
  'drop_after,pending:6',
]

/** An approval that must not stand is settled before it can be voided; a sale is refunded then. */
const SETTLED = 'drop_after,hide:9,settled'

function fault({ options }: ProofRun, chance: Random, noun: string, is_sale = false): Record<string, string> {
  const asks = noun === 'transaction' || noun === 'transactionbatch'
  if (!asks || !chance.oneIn(options.fault_in)) return {}
  return { 'tollgate-sandbox-fault': chance.pick(is_sale ? [...FAULTS, SETTLED] : FAULTS) }
}

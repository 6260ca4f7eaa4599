import type { Entry, Json } from '../journal.ts'
import type { Evidence, Payment } from './evidence.ts'
import { type Finding, findings, shown } from './finding.ts'

const TABLES = ['contact', 'quickinvoice', 'paylink', 'recurring', 'accountvault', 'transactionbatch'] as const
const DUPLICATE = 1801
/** The status of a payment whose outcome is not known. */
const PENDING = 0

/** What clients were told holds, nothing was done twice, and what was refused was not done. */
export async function clientsAndGateway(evidence: Evidence): Promise<Finding[]> {
  const { entries, again, payments, sql } = evidence
  const all = findings('clients and gateway')
  for (const table of TABLES) {
    const ids = new Map(
      (await sql<{ id: string; deleted: boolean }>(`select id, deleted_ts is not null as deleted from ${table}`)).map(
        each => [each.id, each.deleted],
      ),
    )
    for (const { noun, state, answer, n, what } of entries)
      if (noun === table && state === 'acknowledged' && answer?.id && !ids.has(answer.id))
        all.lost(`request ${n} (${what}) was told of ${table} ${answer.id}`)
  }
  for (const entry of entries) {
    if (entry.answer?.differs)
      all.duplicate(
        `request ${entry.n} (${entry.what}) got two answers: ${JSON.stringify(entry.answer.differs).slice(0, 300)}`,
      )
    if (entry.state === 'open') all.lost(`request ${entry.n} (${entry.what}) never got an answer`)
    if (entry.faults > 0) all.mismatch(`request ${entry.n} (${entry.what}) was answered ${entry.faults} times with 500`)
    // No payment was open any more, so that there is an answer under a key, and it is final.
    if (again.includes(entry) && entry.status === 0)
      all.lost(`request ${entry.n} (${entry.what}) is answered no more under its key`)
    if (again.includes(entry) && entry.noun === 'transaction' && entry.last?.status_id === PENDING)
      all.mismatch(`request ${entry.n} (${entry.what}) is still answered with status 0 under its key`)
  }
  orders(evidence, all)
  pages(evidence, all)
  for (const [id, told] of Map.groupBy(entries.filter(isAboutPayment), ({ answer }) => answer.id as string))
    checkPayment(id, told, payments.get(id), all)
  await checkPeople(evidence, all)
  return all.found
}

type All = ReturnType<typeof findings>

function isAboutPayment({ noun, state, answer }: Entry): boolean {
  return noun === 'transaction' && state === 'acknowledged' && typeof answer?.id === 'string'
}

/** An order number stands for one payment, whatever failed on the way. */
function orders({ payments, entries }: Evidence, all: All): void {
  const marked = Map.groupBy(payments.values(), ({ order_num }) => order_num)
  for (const { mark, n, what, state, answer, noun, method } of entries) {
    if (noun !== 'transaction' || method !== 'POST') continue
    const made = (marked.get(mark) ?? []).filter(({ reason_code_id }) => reason_code_id !== DUPLICATE)
    if (made.length > 1)
      all.duplicate(`request ${n} (${what}) became ${made.length} payments: ${made.map(({ id }) => id).join(', ')}`)
    if (state === 'refused' && made.length > 0)
      all.mismatch(
        `request ${n} (${what}) was refused with ${JSON.stringify(answer).slice(0, 200)}, and is payment ${made[0]!.id}`,
      )
  }
}

/** The address of the receipt identifies the form that a payment came from. */
function pages({ payments, entries }: Evidence, all: All): void {
  const byAddress = Map.groupBy(payments.values(), ({ notification_email_address }) => notification_email_address)
  for (const { noun, mark, n, what, state, answer } of entries) {
    if (noun !== null) continue
    const made = byAddress.get(`${mark.toLowerCase()}@payer.example`) ?? []
    if (made.length > 1)
      all.duplicate(`form ${n} (${what}) became ${made.length} payments: ${made.map(({ id }) => id).join(', ')}`)
    const approved = made.filter(({ outcome }) => outcome === 'approved').length
    if ((state === 'acknowledged' || answer?.was_unsure) && made.length === 0)
      all.lost(`form ${n} (${what}) was led to a receipt, and there is no payment`)
    if (state === 'refused' && approved > 0)
      all.mismatch(`form ${n} (${what}) was refused, and took ${shown(made[0]!.captured_amount)}`)
  }
}

const MONEY: readonly number[] = [101, 102, 111, 201]
/** The outcome was not known when it was answered. */
const UNKNOWN = 1531

/** The last answer about a payment matches its record, unless another client was changing it at the same time. */
function checkPayment(id: string, told: readonly Entry[], payment: Payment | undefined, all: All): void {
  const last = told.at(-1)!
  if (!payment) return void all.lost(`request ${last.n} (${last.what}) was told of transaction ${id}`)
  for (const { n, what, answer } of told)
    if (isApproval(answer) && payment.outcome !== 'approved')
      all.lost(`request ${n} (${what}) was told that ${id} is approved; it is ${payment.outcome}`)
  if (
    told.some(({ racing, answer }) => racing || answer.reason_code_id === UNKNOWN) ||
    !MONEY.includes(last.answer.status_id) ||
    last.answer.looked_up ||
    hasEnded(last, payment)
  )
    return
  if (last.answer.status_id !== payment.status_id)
    all.mismatch(
      `request ${last.n} (${last.what}) was told that ${id} has status ${last.answer.status_id}; it has ${payment.status_id}`,
    )
  const amount = Math.round(Number(last.answer.transaction_amount) * 100)
  if (amount !== payment.transaction_amount)
    all.mismatch(
      `request ${last.n} (${last.what}) was told that ${id} is of ${shown(amount)}; it is of ${shown(payment.transaction_amount)}`,
    )
}

/** An authorization that was not captured in time, after the clock was moved. */
function hasEnded({ answer }: Entry, { status_id, reason_code_id }: Payment): boolean {
  return answer.status_id === 102 && status_id === 201 && reason_code_id === 1658
}

function isApproval(answer: Json): boolean {
  return [1000, 1001, 1002, 1201].includes(answer.reason_code_id) && MONEY.includes(answer.status_id)
}

/** A contact's city is the last one that was acknowledged. */
async function checkPeople({ entries, sql }: Evidence, all: All): Promise<void> {
  const rows = await sql<{ id: string; city: string | null; gone: boolean }>(
    'select id, city, deleted_ts is not null as gone from contact',
  )
  const people = new Map(rows.map(row => [row.id, row]))
  const told = entries.filter(
    ({ noun, record_id, state }) => noun === 'contact' && record_id !== null && state === 'acknowledged',
  )
  for (const [id, changes] of Map.groupBy(told, ({ record_id }) => record_id!)) {
    const city = changes.findLast(({ method }) => method === 'PUT')
    const gone = changes.some(({ method }) => method === 'DELETE')
    const person = people.get(id)
    if (!person) continue
    if (gone && !person.gone) all.lost(`contact ${id} was deleted, and is there`)
    const last = city && JSON.parse(city.body).contact.city
    if (city && last !== person.city) all.lost(`contact ${id} was told to move to ${last}, and lives in ${person.city}`)
  }
}

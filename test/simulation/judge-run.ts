import type { Sql } from '../../prove/proof-run.ts'
import { batchesAndPayments } from '../../prove/reconcile/batches.ts'
import { collectEvidence, type Evidence } from '../../prove/reconcile/evidence.ts'
import { invoicesAndPayments } from '../../prove/reconcile/invoices.ts'
import { gatewayAndProcessor } from '../../prove/reconcile/processor.ts'
import { batchesAndFiles } from '../../prove/reconcile/settled.ts'
import { wrongIn } from '../races/audit.ts'
import type { Reply } from '../races/way.ts'

/** A client's request and its answer; null if the process died before it answered. */
export interface Sent {
  name: string
  reply: Reply | null
}

/** The state after a run. */
export interface Traces {
  sql: Sql
  /** The folder of the processor's books. */
  home: string
  sent: readonly Sent[]
  is_one_payment: boolean
}

/** Returns one line for each error in the final state. */
export async function judgeRun({ sql, home, sent, is_one_payment }: Traces): Promise<string[]> {
  const sources = {
    sql,
    home,
    receivers: [],
    hosts: { all: [] } as never,
    journal: { entries: [] },
    options: { tree: '' },
  }
  const evidence = await collectEvidence(sources, [])
  const compared = [
    ...gatewayAndProcessor(evidence),
    ...(await batchesAndPayments(evidence)),
    ...(await batchesAndFiles(evidence)),
    ...(await invoicesAndPayments(evidence)),
  ]
  return [
    ...compared.map(({ kind, between, says }) => `${between}: ${kind}: ${says}`),
    ...(await wrongIn({ query: sql } as never)),
    ...sent.flatMap(each => wrongAnswer(each, evidence)),
    ...(is_one_payment ? secondPayments(evidence) : []),
  ]
}

const APPROVED: readonly number[] = [1000, 1001, 1002, 1201]
const FAILED = 301

/** Every answer to a client must be true of the final state. */
function wrongAnswer({ name, reply }: Sent, { payments }: Evidence): string[] {
  if (!reply) return []
  const { status, body } = reply
  if (status >= 500) return [`${name} was answered ${status}: ${JSON.stringify(body)}`]
  const told = body?.transaction
  if (status >= 300 || !told) return []
  const payment = payments.get(told.id)
  if (!payment) return [`${name}: transaction ${told.id} was reported and does not exist`]
  const is_made = payment.outcome === 'approved'
  if (APPROVED.includes(told.reason_code_id) && told.status_id !== FAILED && !is_made)
    return [`${name}: transaction ${told.id} was reported as approved and is ${payment.outcome}`]
  if (told.status_id === FAILED && is_made)
    return [`${name}: transaction ${told.id} was reported as failed and is approved`]
  if (told.status_id === 201 && payment.status_id !== 201)
    return [`${name}: transaction ${told.id} was reported as voided and has status ${payment.status_id}`]
  return []
}

function secondPayments({ payments }: Evidence): string[] {
  const made = [...payments.values()].filter(({ outcome }) => outcome === 'approved')
  return made.length > 1 ? [`one payment was made ${made.length} times: ${made.map(({ id }) => id).join(', ')}`] : []
}

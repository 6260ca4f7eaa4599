import type { Entry } from '../journal.ts'
import type { ProofRun } from '../proof-run.ts'
import { bankAndGateway } from './bank.ts'
import { batchesAndPayments } from './batches.ts'
import { totalsAndTables } from './counts.ts'
import { collectEvidence, type Evidence } from './evidence.ts'
import type { Finding } from './finding.ts'
import { gatewayAndHosts } from './hosts.ts'
import { invoicesAndPayments } from './invoices.ts'
import { clientsAndGateway } from './journals.ts'
import { leftovers } from './leftovers.ts'
import { eventsAndMail } from './mail.ts'
import { gatewayAndProcessor } from './processor.ts'
import { eventsAndReceivers } from './receivers.ts'
import { schedulesAndPayments } from './schedules.ts'
import { batchesAndFiles } from './settled.ts'
import { trailAndTables } from './trail.ts'

type Comparison = (evidence: Evidence) => Finding[] | Promise<Finding[]>

/** Every pair of parties that have recorded the same facts. */
const COMPARISONS: readonly Comparison[] = [
  gatewayAndProcessor,
  gatewayAndHosts,
  batchesAndPayments,
  batchesAndFiles,
  bankAndGateway,
  invoicesAndPayments,
  schedulesAndPayments,
  clientsAndGateway,
  eventsAndReceivers,
  eventsAndMail,
  trailAndTables,
  totalsAndTables,
  leftovers,
]

/** `again`: what was sent once more in the end. */
export async function reconcile(proof: ProofRun, again: readonly Entry[]): Promise<Finding[]> {
  const evidence = await collectEvidence(proof, again)
  const found: Finding[] = []
  for (const compare of COMPARISONS) found.push(...(await compare(evidence)))
  return found
}

import { type Connector, KEEPS_ALL, NO_RESPONSE_DATA, type Outcome, type Processor } from '../../ports/processor.ts'
import type { ProcessorRequest } from '../../ports/processor-request.ts'

/**
 * Bank payments that leave with files of the gateway's own: nobody is asked. One is accepted by being stored, and until
 * its file leaves nothing has happened, so an outcome that was not stored is one of a payment that never was.
 */
export function achFile(): Connector {
  const processor: Processor = {
    name: 'ach-file',
    memory: KEEPS_ALL,
    instruments: ['bank'],
    actions: { debit: accept, credit: accept, refund: accept, void: accept },
    check: async () => undefined,
    find: async () => ({ seen: false }),
    ruleOut: async () => ({ seen: false }),
  }
  return Object.assign(() => processor, { takes: [] })
}

async function accept({ amount, action }: ProcessorRequest): Promise<Outcome> {
  const verbiage = action === 'void' ? 'VOIDED' : 'ACCEPTED'
  return { ...NO_RESPONSE_DATA, result: 'approved', reason_code_id: 1000, verbiage, auth_amount: amount }
}

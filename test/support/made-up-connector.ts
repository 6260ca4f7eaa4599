import type { Connector, Found, Outcome, Processor, ProcessorAccount } from '../../src/ports/processor.ts'
import { KEEPS_ALL, NO_RESPONSE_DATA } from '../../src/ports/processor.ts'
import type { Action, ProcessorRequest } from '../../src/ports/processor-request.ts'

/** A request as the made-up processor has received it, with what its account was opened with. */
interface MadeUpCall {
  action: Action
  reference: string
  key: string | undefined
  url: string | undefined
}

export interface MadeUp {
  connector: Connector
  calls: MadeUpCall[]
  /** References that were asked about. */
  asked: string[]
  /** What the next request is answered; approved where nothing is set. */
  next: { outcome: Partial<Outcome> | null }
  /** What `find` says; what was answered where nothing is set. */
  found: Map<string, Found>
  /** Whether questions about requests get no answer. */
  lost: boolean
  /** What `check` complains of. */
  complaint: string | null
}

const ACTIONS: readonly Action[] = ['sale', 'authonly', 'refund', 'void', 'authcomplete']
const APPROVED = { result: 'approved', reason_code_id: 1000, verbiage: 'APPROVED', auth_code: 'OK1234' } as const

/** A processor that approves everything, remembers it, and believes notifications that carry the account's key. */
export function madeUp(): MadeUp {
  const told = new Map<string, Outcome>()
  const made: MadeUp = {
    calls: [],
    asked: [],
    next: { outcome: null },
    found: new Map(),
    lost: false,
    complaint: null,
    connector: Object.assign((account: ProcessorAccount) => opened(made, told, account), {
      takes: [
        { name: 'url', title: 'address', fallback: 'https://acme.example' },
        { name: 'login', title: 'login', fallback: null, format: /^[a-z0-9]{1,20}$/ },
        { name: 'key', title: 'key', is_secret: true },
      ] as const,
    }),
  }
  return made
}

function opened(made: MadeUp, told: Map<string, Outcome>, { credentials }: ProcessorAccount): Processor {
  const { key, url } = credentials
  const act = async (request: ProcessorRequest): Promise<Outcome> => {
    made.calls.push({ action: request.action, reference: request.reference, key, url })
    const processor_reference = `ACME${request.reference}`
    const approved = { ...NO_RESPONSE_DATA, ...APPROVED, auth_amount: request.amount, processor_reference }
    const outcome = { ...approved, ...made.next.outcome }
    made.next.outcome = null
    if (!outcome.misconfigured) told.set(request.reference, outcome)
    return outcome
  }
  return {
    name: 'acme',
    memory: KEEPS_ALL,
    actions: Object.fromEntries(ACTIONS.map(action => [action, act])),
    async find({ reference }) {
      made.asked.push(reference)
      if (made.lost) throw new Error('not reachable')
      const outcome = told.get(reference)
      return made.found.get(reference) ?? (outcome ? { seen: true, outcome } : { seen: false })
    },
    async check() {
      if (made.complaint) throw new Error(made.complaint)
    },
    async *certify() {
      yield { name: 'sale of 1.00', expected: 'approved', got: 'approved', is_passed: true }
      yield { name: 'sale of 2.00', expected: 'declined', got: 'approved', is_passed: false }
    },
    read({ headers, body }) {
      if (headers['x-acme-key'] !== key) return null
      return JSON.parse(body).events
    },
  }
}

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Random } from '../../conformance/fuzz/random.ts'
import { type LedgerRecord, writeRecord } from '../../sandbox/processor/record.ts'
import { type Settlements, settlements } from '../../sandbox/processor/settle.ts'
import { fileNameOf, netOf, type Settlement, writeSettlement } from '../../sandbox/processor/settlement.ts'
import { createSimulator, type Simulator } from '../../sandbox/processor/simulator.ts'
import {
  type Found,
  KEEPS_ALL,
  NO_RESPONSE_DATA,
  type Outcome,
  type Processor,
  type ProcessorAccount,
} from '../../src/ports/processor.ts'
import type { Action, ProcessorRequest } from '../../src/ports/processor-request.ts'
import { newProcess, type Scheduler, type SimulatedProcess } from './scheduler.ts'

/** Faults of the network. Each number n means one in n; 0 means never. */
export interface NetworkFaults {
  /** A request or its answer is lost, and the gateway gets no answer. */
  lost: number
  /** The connection breaks at once, but the request still arrives later. */
  cut: number
  /** The connection is refused, so nothing was sent. */
  refused: number
  /** A request arrives twice. */
  twice: number
}

/** The processor and the network to it. Both survive the death of a gateway process. */
export interface SimulatedHost {
  /** Returns the connector for one gateway process. */
  connector(of: SimulatedProcess): (account: ProcessorAccount) => Processor
  /** Sets the faults from here on. */
  trouble(faults: NetworkFaults): void
  /** Writes the processor's books into `<home>/processor`, in the format of the sandbox's simulator. */
  keepBooks(home: string): void
}

export const NO_FAULTS: NetworkFaults = { lost: 0, cut: 0, refused: 0, twice: 0 }

const ACTIONS = [
  ...(['sale', 'authonly', 'avsonly', 'force', 'refund', 'debit', 'credit', 'void'] as const),
  ...(['authcomplete', 'authincrement', 'partialreversal', 'tipadjust'] as const),
] satisfies Action[]

const UNKNOWN: Outcome = {
  ...NO_RESPONSE_DATA,
  result: 'unknown',
  reason_code_id: 1531,
  verbiage: 'COMMUNICATION ERROR',
}

/** `rules_out`: the processor supports refusing an order before it arrives. */
export async function simulatedHost(
  scheduler: Scheduler,
  chance: Random,
  { rules_out }: { rules_out: boolean },
): Promise<SimulatedHost> {
  const seconds = () => Math.floor(scheduler.now() / 1000)
  const orders = inMemory<LedgerRecord>()
  const closures = inMemory<Settlement>()
  const simulator = createSimulator({ ledger: orders, clock: { now: () => scheduler.now(), seconds } })
  const files = { write: async () => undefined, read: async () => null }
  const batches = await settlements({ simulator, journal: closures, files, seconds })
  const network = openNetwork(scheduler, chance)
  const books: Books = { simulator, batches, closures: closures.kept, rules_out }
  return {
    connector: of => account => processorOf(books, network.from(of), account.id),
    trouble: network.trouble,
    keepBooks(home) {
      const folder = join(home, 'processor')
      mkdirSync(folder, { recursive: true })
      writeFileSync(join(folder, 'ledger.jsonl'), orders.kept.map(writeRecord).join(''))
      writeFileSync(join(folder, 'settlements.jsonl'), closures.kept.map(writeSettlement).join(''))
    },
  }
}

/** The connection of one process to the processor. */
interface Link {
  /** Delivers a call and returns its answer, or `broken()`. Never settles if the call or its answer is lost. */
  call<T>(name: string, carryOut: () => Promise<T>, broken: () => T): Promise<T>
  /** Whether the connection is refused this time. A refusal waits for its turn. */
  isRefused(name: string): Promise<boolean>
}

/** Each request and answer waits for its turn. A request in transit survives the death of its sender. */
function openNetwork(scheduler: Scheduler, chance: Random) {
  const network = newProcess('network')
  let faults = NO_FAULTS
  const happens = (one_in: number): boolean => one_in > 0 && chance.oneIn(one_in)
  function travel(name: string, carryOut: () => Promise<void>): void {
    if (happens(faults.lost)) return
    const arrive = (how: string): void =>
      scheduler.post(network, 'network', `brings ${name}${how}`, () => void carryOut())
    arrive('')
    if (happens(faults.twice)) arrive(' again')
  }
  const from = (of: SimulatedProcess): Link => ({
    async call(name, carryOut, broken) {
      if (happens(faults.cut)) {
        travel(name, async () => void (await carryOut()))
        await scheduler.turn(of, 'network', `loses ${name}`)
        return broken()
      }
      const is_answer_lost = happens(faults.lost)
      return new Promise(resolve =>
        travel(name, async () => {
          const answer = await carryOut()
          if (is_answer_lost) return
          await scheduler.turn(of, 'network', `hears of ${name}`)
          resolve(answer)
        }),
      )
    },
    async isRefused(name) {
      if (!happens(faults.refused)) return false
      await scheduler.turn(of, 'network', `cannot send ${name}`)
      return true
    },
  })
  return {
    from,
    trouble(now: NetworkFaults): void {
      faults = now
    },
  }
}

interface Books {
  simulator: Simulator
  batches: Settlements
  closures: readonly Settlement[]
  rules_out: boolean
}

function processorOf({ simulator, batches, closures, rules_out }: Books, link: Link, account_id: string): Processor {
  const send = async (request: ProcessorRequest): Promise<Outcome> => {
    const name = `${request.action} ${request.amount}`
    if (await link.isRefused(name)) return { ...UNKNOWN, never_left: true }
    const order = { ...request, original: request.original?.reference, processor_account_id: account_id }
    const carryOut = async () => (await simulator.accept(order)).outcome
    return link.call(name, carryOut, () => UNKNOWN)
  }
  const ask = (name: string, answer: () => Promise<Outcome | null>): Promise<Found> =>
    link.call<Found>(name, async () => foundOf(await answer()), broken)
  const ruleOut: Processor['ruleOut'] = ({ reference, action }) =>
    ask(`the end of ${action}`, () => simulator.ruleOut(reference, account_id))
  return {
    name: 'simulated',
    memory: KEEPS_ALL,
    actions: Object.fromEntries(ACTIONS.map(action => [action, send])),
    find: ({ reference, action }) => ask(`a question about ${action}`, () => simulator.find(reference, account_id)),
    ...(rules_out ? { ruleOut } : {}),
    settlement_orders_max: 2,
    settle: ({ reference, orders }) =>
      link.call(
        `a settlement of ${orders.length}`,
        () => batches.settle({ reference, orders, processor_account_id: account_id }),
        () => ({ result: 'unknown' as const, message: 'The processor did not answer.' }),
      ),
    findSettlement: reference =>
      link.call('a question about a settlement', () => batches.find(reference, account_id), broken),
    async statement(reference) {
      const one = closures.find(each => each.reference === reference && each.result === 'settled')
      if (!one) return null
      const lines = one.lines.map(line => ({ reference: line.reference, amount: BigInt(line.amount) }))
      return { file_name: fileNameOf(one), lines, amount: netOf(one.lines) }
    },
  }
}

function foundOf(outcome: Outcome | null): Found {
  return outcome ? { seen: true, outcome } : { seen: false }
}

function broken(): never {
  throw new Error('the connection broke')
}

/** A journal for the simulator in memory. It survives the death of gateway processes. */
function inMemory<T>() {
  const kept: T[] = []
  return { kept, recovered: [], append: async (record: T) => void kept.push(record), close: async () => undefined }
}

import { faults as ofDevices } from '../device/faults.ts'
import { faults as ofProcessor, settlementFaults } from '../processor/faults.ts'
import { type FaultDescription, faultWord, parseFaultWords } from '../sidecar/fault-words.ts'

/** The header of a request, and of its answer when an order of it had the fault. */
export const FAULT_HEADER = 'tollgate-sandbox-fault'

/** The party whose faults these are: the processor, its settlement of batches, or a terminal. */
export type FaultKind = 'processor' | 'settlement' | 'device'

const SETTLEMENTS = /^\/v2\/transactionbatches\/[^/?]+\/settle(?:\?|$)/
const AT_TERMINALS = /^\/v2\/(routertransactions?|routeraccountvaults?|deviceterms?)(?:[/?]|$)/

export function faultKindOf(url: string): FaultKind {
  if (SETTLEMENTS.test(url)) return 'settlement'
  return AT_TERMINALS.test(url) ? 'device' : 'processor'
}

const TABLES: Readonly<Record<FaultKind, Readonly<Record<string, FaultDescription>>>> = {
  processor: ofProcessor,
  settlement: Object.fromEntries(settlementFaults.map(name => [name, ofProcessor[name]])),
  device: ofDevices,
}

/** Returns the faults of a header by the party they concern; null when they cannot be read. */
export function faultsOf(text: string, kind: FaultKind): ReadonlyMap<string, number> | null {
  return parseFaultWords(TABLES[kind], text)
}

/** A fault and what it does. */
export type FaultLine = readonly [string, string]

/** Every fault, for the documentation. */
export const faultLines: Readonly<Record<FaultKind, readonly FaultLine[]>> = {
  processor: lines(TABLES.processor),
  settlement: lines(TABLES.settlement),
  device: lines(TABLES.device),
}

/** Of those of processors: what the request to settle a batch can have. */
export const settlementWords: readonly string[] = faultLines.settlement.map(([word]) => word)

/** The names alone, for a refusal. */
export function listed(kind: FaultKind): string {
  return faultLines[kind].map(([word]) => word).join(', ')
}

function lines(table: Readonly<Record<string, FaultDescription>>): FaultLine[] {
  return Object.entries(table).map(([name, about]) => [faultWord(name, about), about.says] as const)
}

/** The header as OpenAPI describes it, by its name among the components. */
export const faultHeader = {
  sandbox_fault: {
    name: 'Tollgate-Sandbox-Fault',
    in: 'header',
    description: [
      'Sandbox only. What goes wrong with the first order that leaves for this request: words joined by commas. The answer repeats the header when an order had it.',
      ...faultLines.processor.map(said),
      'Of a request that a terminal carries out:',
      ...faultLines.device.map(said),
    ].join('\n\n'),
    schema: { type: 'string', examples: ['drop_after,hide:4'] },
  },
}

function said([word, says]: FaultLine): string {
  return `\`${word}\`: ${says}`
}

import { askSidecar } from './sidecar/ask.ts'

interface Simulator {
  address: string
  secret: string
}

/** Reads the simulator's own ledger from its process. */
export function readLedger(simulator: Simulator, reference: string | undefined): Promise<unknown> {
  return ask(simulator, 'ledger', reference ? { reference } : {})
}

/** Reads the settlement files of the simulator: their names and totals, or the text of one. */
export function readSettlements(simulator: Simulator, name: string | undefined): Promise<unknown> {
  return ask(simulator, 'settlements', name ? { name } : {})
}

async function ask(simulator: Simulator, path: string, query: Record<string, string>): Promise<unknown> {
  const answer = await askSidecar(simulator, `${path}?${new URLSearchParams(query)}`)
  if (!answer.ok) throw new Error(`the processor simulator answered ${answer.status}`)
  return JSON.parse(answer.text)
}

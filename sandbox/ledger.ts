interface Simulator {
  address: string
  secret: string
}

/** Reads the simulator's own book from its process, which the gateway's database knows nothing of. */
export function readLedger(simulator: Simulator, reference: string | undefined): Promise<unknown> {
  return ask(simulator, '/ledger', reference ? { reference } : {})
}

/** The settlement files the simulator has written: their names with what they come to, or the text of one. */
export function readSettlements(simulator: Simulator, name: string | undefined): Promise<unknown> {
  return ask(simulator, '/settlements', name ? { name } : {})
}

async function ask(simulator: Simulator, path: string, query: Record<string, string>): Promise<unknown> {
  const answer = await fetch(`${simulator.address}${path}?${new URLSearchParams(query)}`, {
    headers: { authorization: `Bearer ${simulator.secret}` },
  })
  if (!answer.ok) throw new Error(`the processor simulator answered ${answer.status}`)
  return answer.json()
}

/** Reads the simulator's own book from its process, which the gateway's database knows nothing of. */
export async function readLedger(
  simulator: { address: string; secret: string },
  reference: string | undefined,
): Promise<unknown> {
  const query = reference ? `?reference=${encodeURIComponent(reference)}` : ''
  const answer = await fetch(`${simulator.address}/ledger${query}`, {
    headers: { authorization: `Bearer ${simulator.secret}` },
  })
  if (!answer.ok) throw new Error(`the processor simulator answered ${answer.status}`)
  return answer.json()
}

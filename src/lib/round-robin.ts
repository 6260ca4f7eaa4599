/**
 * Returns a function that hands out the members of a changing set, at most `size` per call and each once per round,
 * so that a call costs the same however many there are.
 */
export function roundRobin(members: () => Iterable<string>, size: number): () => string[] {
  let left: string[] = []
  return () => {
    if (left.length === 0) left = [...members()].reverse()
    return left.splice(-size).reverse()
  }
}

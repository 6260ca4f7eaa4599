/**
 * Returns a function that hands out the members of a changing set, at most `size` per call and each member once per round.
 * Looking after all of them then costs the same at every moment, however many they are.
 */
export function roundRobin(members: () => Iterable<string>, size: number): () => string[] {
  let left: string[] = []
  return () => {
    if (left.length === 0) left = [...members()].reverse()
    return left.splice(-size).reverse()
  }
}

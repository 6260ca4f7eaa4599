/**
 * Hands out the members of a growing and shrinking crowd some at a time, so that looking at all of them costs the same at every moment
 * however many they are: at most `size` a call, everybody once before anybody twice.
 */
export function roundRobin(crowd: () => Iterable<string>, size: number): () => string[] {
  let left: string[] = []
  return () => {
    if (left.length === 0) left = [...crowd()].reverse()
    return left.splice(-size).reverse()
  }
}

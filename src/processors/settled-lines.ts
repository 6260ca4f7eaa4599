import type { SettledRequest } from '../ports/processor.ts'

/**
 * Returns what numbers the lines of one list of a processor: a payment that the list has twice in one batch is settled
 * twice, while the same list read again says nothing new.
 */
export function lineNumbers(): (settled: SettledRequest) => SettledRequest {
  const counts = new Map<string, number>()
  return settled => {
    const key = `${settled.processor_reference} ${settled.batch}`
    const line = (counts.get(key) ?? 0) + 1
    counts.set(key, line)
    return line === 1 ? settled : { ...settled, line }
  }
}

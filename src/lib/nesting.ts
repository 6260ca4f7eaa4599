/** JSON nested deeper than this is refused: no resource needs a tenth of it, and walking it could overflow the stack. */
const DEEPEST_JSON = 32

/** Whether a value read from JSON is nested deeper than `levels`. */
export function isDeeper(value: unknown, levels = DEEPEST_JSON): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (levels === 0) return true
  for (const inner of Object.values(value)) {
    if (isDeeper(inner, levels - 1)) return true
  }
  return false
}

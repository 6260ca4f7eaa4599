interface Bounds {
  /** Related records that one page embeds. */
  most: number
  /** Where counting them stopped. */
  counted: number
}

/**
 * Returns why an expand is refused whose records a page has no room for, and which page has. `sizes` is how many each
 * record of the page has, in its order.
 */
export function crowding(expand: string, plural: string, sizes: readonly number[], { most, counted }: Bounds): string {
  const says = `"${expand}" would embed more than ${most} records`
  const instead = `list them: GET /v2/${plural}`
  if (sizes.length === 1) return `${says}; ${instead}.`
  const isCounted = sizes.reduce((sum, size) => sum + size, 0) < counted
  const page_size = isCounted ? largestPage(sizes, most) : 1
  if (page_size === 0) return `${says}, and a single record of this page has more than that; ${instead}.`
  return `${says}; page_size=${page_size} has room for them. Or ${instead}.`
}

/** Returns the most records that can stand on a page, wherever it begins; 0 where one alone is too many. */
function largestPage(sizes: readonly number[], most: number): number {
  let largest = sizes.length
  let [begin, sum] = [0, 0]
  for (const [index, size] of sizes.entries()) {
    sum += size
    for (; sum > most; begin += 1) {
      largest = Math.min(largest, index - begin)
      sum -= sizes[begin]!
    }
  }
  return largest
}

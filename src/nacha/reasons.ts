const range = (letter: string, from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, index) => `${letter}${String(from + index).padStart(2, '0')}`)

/** Return reason codes of Nacha's rules: R01 to R47 and R50 to R53 first, R61 to R70 dishonored, R71 to R77 contested, R80 to R85 international. */
const RETURNS = new Set([...range('R', 1, 47), ...range('R', 50, 53), ...range('R', 61, 77), ...range('R', 80, 85)])

/** Change codes: C01 to C09, C13 and C14 correct something, C61 to C69 refuse a notification. */
const CHANGES = new Set([...range('C', 1, 9), ...range('C', 13, 14), ...range('C', 61, 69)])

export function isReturnCode(code: string): boolean {
  return RETURNS.has(code)
}

export function isChangeCode(code: string): boolean {
  return CHANGES.has(code)
}

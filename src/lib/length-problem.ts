interface Limits {
  min?: number | undefined
  max?: number | undefined
}

/** Returns why a text is too short or too long, to be put behind its name; null where it is neither. */
export function lengthProblem(text: string, limits: Limits): string | null {
  const length = codePoints(text)
  if (limits.min !== undefined && length < limits.min) return length === 0 ? 'cannot be blank.' : sized('least', limits)
  return limits.max !== undefined && length > limits.max ? sized('most', limits) : null
}

function sized(which: 'least' | 'most', { min, max }: Limits): string {
  const bound = which === 'least' ? min : max
  return `should contain ${min === max ? '' : `at ${which} `}${bound} ${bound === 1 ? 'character' : 'characters'}.`
}

/** Lengths are counted in characters a person sees as one code point, as PostgreSQL counts them. */
function codePoints(text: string): number {
  let count = text.length
  for (let index = 0; index < text.length - 1; index += 1) {
    if ((text.charCodeAt(index) & 0xfc00) === 0xd800) count -= 1
  }
  return count
}

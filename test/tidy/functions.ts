export interface FunctionSpan {
  name: string
  /** Number of the first line, counted from 1. */
  line: number
  lines: number
}

const STARTS = [
  /^(\s*)(?:export )?(?:default )?(?:async )?function\*? ?(\w*)/,
  /^(\s*)(?:export )?(?:const|let) (\w+)(?:: [^=]+)? = (?:async )?\(?[^=]*\)?[^=]*=>.*[{(]$/,
  /^(\s+)(?:(?:static|async|get|set|private|override) )*(\w+)\([^;]*\{$/,
  /^(\s+)(?:async )?(\w+)\($/,
]

const NOT_FUNCTIONS = new Set(['if', 'for', 'while', 'switch', 'catch', 'return', 'await'])

/**
 * Functions of a formatted source with their lengths: one ends at the first line of the same indentation that begins with a closing
 * brace. Good enough because the formatter has the last word on indentation.
 */
export function functionsOf(text: string): FunctionSpan[] {
  const lines = text.split('\n')
  return lines.flatMap((line, index) => {
    const match = STARTS.map(start => start.exec(line)).find(
      found => found !== null && !NOT_FUNCTIONS.has(found[2] ?? ''),
    )
    if (!match || /[;,}]$/.test(line)) return []
    const [, indent = '', name = ''] = match
    const length = lines.slice(index + 1).findIndex(each => each.startsWith(`${indent}}`))
    return length < 0 ? [] : [{ name, line: index + 1, lines: length + 2 }]
  })
}

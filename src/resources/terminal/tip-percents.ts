const NAMES = ['percent_1', 'percent_2', 'percent_3'] as const

/** The three tips a terminal offers, in percent; none of them when no tips are offered. */
export type TipPercents = Record<(typeof NAMES)[number], number | null>

/** Why these percentages cannot be taken, or null. */
export function tipProblem(sent: unknown): string | null {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent))
    return `must be an object of ${NAMES.join(', ')}.`
  const unknown = Object.keys(sent).find(name => !NAMES.some(known => known === name))
  if (unknown !== undefined) return `has no ${unknown}.`
  const tips = sent as Record<string, unknown>
  const given = NAMES.filter(name => tips[name] !== undefined && tips[name] !== null)
  if (given.length > 0 && given.length < NAMES.length) return 'must have all three percentages or none.'
  return given.every(name => isPercent(tips[name])) ? null : 'must have whole percentages from 0 to 99.'
}

/** The percentages as numbers, all three or all null. */
export function tipPercents(sent: unknown): TipPercents {
  const tips = sent as Record<string, unknown>
  const percent = (name: string) => (tips[name] === undefined || tips[name] === null ? null : Number(tips[name]))
  return { percent_1: percent('percent_1'), percent_2: percent('percent_2'), percent_3: percent('percent_3') }
}

function isPercent(value: unknown): boolean {
  const text = typeof value === 'number' || typeof value === 'string' ? String(value) : ''
  return /^\d{1,2}$/.test(text)
}

import { localDate } from './local-date.ts'

/**
 * Returns what is wrong with a date that lies more than a year back: most likely a program sends 1970, or a date it
 * never set. Null for any other.
 */
export function oldDateProblem(title: string, date: string | null | undefined, seconds: number): string | null {
  if (!date) return null
  const oldest = localDate(seconds, null).subtract({ years: 1 }).toString()
  return date < oldest ? `${title} cannot be more than a year back.` : null
}

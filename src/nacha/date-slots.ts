import type { Slot } from './layout.ts'

/** Six columns `YYMMDD` as `YYYY-MM-DD`; all years are of this century. */
export function date(from: number): Slot<string> {
  return {
    from,
    to: from + 5,
    read: (raw, complain) => {
      const day = dayOf(raw)
      if (!day) complain('is not a date as YYMMDD')
      return day ?? '2000-01-01'
    },
    write: (value, complain) => {
      const raw = value.slice(2).replaceAll('-', '')
      if (dayOf(raw) !== value) complain('is not a date of this century as YYYY-MM-DD')
      return raw.slice(0, 6).padEnd(6, '0')
    },
  }
}

/** As a date, or nothing: blanks or zeros, as returns have it. */
export function optionalDate(from: number): Slot<string | null> {
  const { to, read, write } = date(from)
  return {
    from,
    to,
    read: (raw, complain) => (/^(0{6}| {6})$/.test(raw) ? null : read(raw, complain)),
    write: (value, complain) => (value === null ? ' '.repeat(6) : write(value, complain)),
  }
}

/** Four columns `HHMM`, or blanks. */
export function time(from: number): Slot<string> {
  const fits = (value: string) => value === '' || /^([01]\d|2[0-3])[0-5]\d$/.test(value)
  return {
    from,
    to: from + 3,
    read: (raw, complain) => {
      const value = raw.trim()
      if (!fits(value)) complain('is not a time as HHMM')
      return value
    },
    write: (value, complain) => {
      if (!fits(value)) complain('is not a time as HHMM')
      return value.slice(0, 4).padEnd(4)
    },
  }
}

function dayOf(raw: string): string | null {
  const parts = /^(\d\d)(\d\d)(\d\d)$/.exec(raw)
  if (!parts) return null
  const day = `20${parts[1]}-${parts[2]}-${parts[3]}`
  try {
    return Temporal.PlainDate.from(day).toString()
  } catch {
    return null
  }
}

import type { Slot } from './layout.ts'

const FITTING = /^[ -~]*$/
const widthOf = (from: number, to: number): number => to - from + 1

/** Printable ASCII, left-aligned. */
export function text(from: number, to: number): Slot<string> {
  const width = widthOf(from, to)
  return {
    from,
    to,
    read: raw => raw.trimEnd(),
    write: (value, reportProblem) => {
      if (value.length > width) reportProblem(`has more than ${width} characters`)
      if (!FITTING.test(value)) reportProblem('has characters that the format does not know')
      if (value !== value.trimEnd()) reportProblem('ends with a blank')
      return value.slice(0, width).padEnd(width)
    },
  }
}

/** As `text`, but leading blanks are padding too. */
export function label(from: number, to: number, side: 'left' | 'right' = 'left'): Slot<string> {
  const width = widthOf(from, to)
  const { write } = text(from, to)
  return {
    from,
    to,
    read: raw => raw.trim(),
    write: (value, reportProblem) => {
      if (value !== value.trimStart()) reportProblem('begins with a blank')
      const filled = write(value, reportProblem)
      return side === 'left' ? filled : value.slice(0, width).padStart(width)
    },
  }
}

/** An identifier of digits, as long as its columns. */
export function digits(from: number, to: number, also?: 'blank'): Slot<string> {
  const width = widthOf(from, to)
  const fits = (value: string) => /^\d*$/.test(value) && value.length === width
  const isBlank = (value: string) => also === 'blank' && value.trim() === ''
  return {
    from,
    to,
    read: (raw, reportProblem) => {
      if (isBlank(raw)) return ''
      if (!fits(raw)) reportProblem(`is not ${width} digits`)
      return raw
    },
    write: (value, reportProblem) => {
      if (isBlank(value)) return ' '.repeat(width)
      if (!fits(value)) reportProblem(`is not ${width} digits`)
      return value
    },
  }
}

/** A number with leading zeros. */
export function number(from: number, to: number): Slot<number> {
  const { read, write } = money(from, to)
  return {
    from,
    to,
    read: (raw, reportProblem) => Number(read(raw, reportProblem)),
    write: (value, reportProblem) => {
      if (!Number.isSafeInteger(value)) reportProblem('is not a whole number')
      return write(Number.isSafeInteger(value) ? BigInt(value) : 0n, reportProblem)
    },
  }
}

/** An amount in cents, or a large sum, with leading zeros. */
export function money(from: number, to: number): Slot<bigint> {
  const width = widthOf(from, to)
  return {
    from,
    to,
    read: (raw, reportProblem) => {
      if (/^\d+$/.test(raw)) return BigInt(raw)
      reportProblem('is not a number')
      return 0n
    },
    write: (value, reportProblem) => {
      const raw = value.toString().padStart(width, '0')
      if (value < 0n || raw.length > width) reportProblem(`does not fit into ${width} digits`)
      return raw.slice(-width)
    },
  }
}

/** One of a list of texts. */
export function choice<T extends string>(from: number, to: number, allowed: readonly T[]): Slot<T> {
  const { write } = text(from, to)
  const check = (value: string) => (allowed.some(each => each === value) ? null : `is not one of ${allowed.join(', ')}`)
  return {
    from,
    to,
    read: (raw, reportProblem) => {
      const wrong = check(raw)
      if (wrong) reportProblem(wrong)
      return raw as T
    },
    write: (value, reportProblem) => {
      const wrong = check(value)
      if (wrong) reportProblem(wrong)
      return write(value, reportProblem)
    },
  }
}

/** `YYMMDD` as `YYYY-MM-DD`; all years are of this century. */
export function date(from: number): Slot<string> {
  return {
    from,
    to: from + 5,
    read: (raw, reportProblem) => {
      const day = dayOf(raw)
      if (!day) reportProblem('is not a date as YYMMDD')
      return day ?? '2000-01-01'
    },
    write: (value, reportProblem) => {
      const raw = value.slice(2).replaceAll('-', '')
      if (dayOf(raw) !== value) reportProblem('is not a date of this century as YYYY-MM-DD')
      return raw.slice(0, 6).padEnd(6, '0')
    },
  }
}

/** As `date`, or blanks or zeros, which returns have. */
export function optionalDate(from: number): Slot<string | null> {
  const { to, read, write } = date(from)
  return {
    from,
    to,
    read: (raw, reportProblem) => (/^(0{6}| {6})$/.test(raw) ? null : read(raw, reportProblem)),
    write: (value, reportProblem) => (value === null ? ' '.repeat(6) : write(value, reportProblem)),
  }
}

/** `HHMM`, or blanks. */
export function time(from: number): Slot<string> {
  const fits = (value: string) => value === '' || /^([01]\d|2[0-3])[0-5]\d$/.test(value)
  return {
    from,
    to: from + 3,
    read: (raw, reportProblem) => {
      const value = raw.trim()
      if (!fits(value)) reportProblem('is not a time as HHMM')
      return value
    },
    write: (value, reportProblem) => {
      if (!fits(value)) reportProblem('is not a time as HHMM')
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

import { isTimeZone } from '../lib/local-date.ts'
import { parseNetworks } from '../lib/networks.ts'
import { trimEnd } from '../lib/trim-end.ts'

type Mode = 'sandbox' | 'live'

/** A setting of the gateway: one variable of the environment. */
export interface Setting<T> {
  /** What it does, in Markdown. */
  says: string
  /** The values that it takes, in words. */
  takes: string
  /** Its value where it is not set, in words. */
  usual: string
  /** A line of `deploy/env.example`: a value, and whether it is commented out. */
  example?: Example
  /** Returns the value of a text; throws an Error `NAME must be …` for one that it does not take. */
  read(text: string, name: string): T
  /** Returns the value where it is not set. */
  fallback(mode: Mode): T
}

interface Example {
  value: string
  is_off?: boolean
  /** A comment above it. */
  note?: string
}

/** What a declaration adds to a kind of setting. */
interface Facts {
  says: string
  usual?: string
  example?: Example
}

type ByMode<T> = T | { sandbox: T; live: T }

function ofMode<T extends string | number>(value: ByMode<T>, mode: Mode): T {
  return typeof value === 'object' ? value[mode] : value
}

function inWords(value: ByMode<string | number>): string {
  if (typeof value !== 'object') return String(value)
  return (['sandbox', 'live'] as const).map(mode => `${value[mode] === '' ? 'none' : value[mode]} (${mode})`).join(', ')
}

/** A whole number. With `least` it is zero, or that many at least. */
export function whole(
  usual: ByMode<number>,
  [from, to]: readonly [number, number],
  { least, ...facts }: Facts & { least?: number },
): Setting<number> {
  const takes =
    least === undefined ? `a whole number from ${from} to ${to}` : `0 or a whole number from ${least} to ${to}`
  return {
    usual: inWords(usual),
    ...facts,
    takes,
    read(text, name) {
      const value = /^\d+$/.test(text) ? Number(text) : Number.NaN
      const fits = value >= from && value <= to && !(least !== undefined && value > 0 && value < least)
      if (!fits) throw new Error(`${name} must be ${takes}`)
      return value
    },
    fallback: mode => ofMode(usual, mode),
  }
}

/** One of a few words. */
export function oneOf<const T extends string>(values: readonly T[], usual: ByMode<T>, facts: Facts): Setting<T> {
  const takes = `one of ${values.join(', ')}`
  return {
    usual: inWords(usual),
    ...facts,
    takes,
    read(text, name) {
      const found = values.find(each => each === text)
      if (!found) throw new Error(`${name} must be ${takes}`)
      return found
    },
    fallback: mode => ofMode(usual, mode),
  }
}

/** On or off, written `1` and `0`. */
export function toggle(usual: '0' | '1', facts: Facts): Setting<boolean> {
  const { read, ...kind } = oneOf(['0', '1'], usual, facts)
  return { ...kind, read: (text, name) => read(text, name) === '1', fallback: () => usual === '1' }
}

/** Any text; null where it is not set. What reads it checks its form. */
export function text(facts: Facts & { takes?: string }): Setting<string | null> {
  return { usual: 'not set', takes: 'a text', ...facts, read: value => value, fallback: () => null }
}

/** A text with a value of its own where it is not set. */
export function named(usual: string, facts: Facts & { takes?: string }): Setting<string> {
  return { usual, takes: 'a text', ...facts, read: value => value, fallback: () => usual }
}

/** A text of one form; null where it is not set. */
export function formed(form: RegExp, takes: string, facts: Facts): Setting<string | null> {
  return {
    ...text(facts),
    takes,
    read: checked(value => (form.test(value) ? value : null), takes),
    fallback: () => null,
  }
}

/** An address of the web, without a slash at its end. */
export function webAddress(facts: Facts): Setting<string | null> {
  const takes = 'an http or https address'
  const readAddress = (value: string): string | null =>
    URL.canParse(value) && /^https?:\/\//.test(value) ? trimEnd(value, '/') : null
  return { ...text(facts), takes, read: checked(readAddress, takes) }
}

/** A time zone; that of the machine where it is not set. */
export function timeZone(facts: Facts): Setting<string> {
  const takes = 'the name of a time zone such as America/Denver'
  return {
    usual: "the machine's zone",
    ...facts,
    takes,
    read: checked(value => (isTimeZone(value) ? value : null), takes),
    fallback: () => Temporal.Now.timeZoneId(),
  }
}

/** Networks in CIDR form. */
export function networks(usual: ByMode<string>, facts: Facts): Setting<string> {
  const takes = 'networks such as 192.168.0.0/16, separated by commas'
  return {
    usual: inWords(usual),
    ...facts,
    takes,
    read: checked(value => (parseNetworks(value) ? value : null), takes),
    fallback: mode => ofMode(usual, mode),
  }
}

/** A factor. */
export function factor(usual: number, facts: Facts): Setting<number> {
  const takes = 'a number that is not negative'
  return {
    usual: String(usual),
    ...facts,
    takes,
    read: checked(value => (/^(?:\d+(?:\.\d+)?|\.\d+)$/.test(value) ? Number(value) : null), takes),
    fallback: () => usual,
  }
}

/** A list, separated by commas, of entries that `knows`. */
export function list(knows: (entry: string) => boolean, takes: string, facts: Facts): Setting<string[]> {
  const readList = (value: string): string[] | null => {
    const entries = value.split(',').flatMap(each => each.trim() || [])
    return entries.every(knows) ? entries : null
  }
  return { usual: 'not set', ...facts, takes, read: checked(readList, takes), fallback: () => [] }
}

function checked<T>(read: (value: string) => T | null, takes: string): (value: string, name: string) => T {
  return (value, name) => {
    const found = read(value)
    if (found === null) throw new Error(`${name} must be ${takes}`)
    return found
  }
}

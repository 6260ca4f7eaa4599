/** Reads the regular expressions of sources, and writes the texts that each is slowest at. */

import type { Module } from './modules.ts'

export interface Expression {
  /** File and line. */
  at: string
  source: string
  flags: string
}

/**
 * Returns the literal regular expressions of a module, which biome has formatted: one begins where no value ends.
 * Comments, strings and the texts of templates are passed over.
 */
export function literalsIn({ path, text }: Pick<Module, 'path' | 'text'>): Expression[] {
  const found: Expression[] = []
  const token = new RegExp(TOKEN)
  let line = 1
  let counted = 0
  code(/^#!.*/.exec(text)?.[0].length ?? 0)
  return found

  /** Reads code up to the brace that closes it, and returns where that is. */
  function code(from: number): number {
    token.lastIndex = from
    for (let depth = 0; ; ) {
      const match = token.exec(text)
      if (!match) return text.length
      const [all] = match
      if (all === '{') depth += 1
      else if (all === '}' && depth-- === 0) return token.lastIndex
      else if (all === '`') token.lastIndex = template(token.lastIndex)
      else if (match.groups?.literal) note(match.groups.literal, match.index)
    }
  }

  function template(from: number): number {
    for (let at = from; at < text.length; at += 1) {
      if (text[at] === '\\') at += 1
      else if (text[at] === '`') return at + 1
      else if (text.startsWith('${', at)) at = code(at + 2) - 1
    }
    return text.length
  }

  function note(literal: string, at: number): void {
    line += text.slice(counted, at).split('\n').length - 1
    counted = at
    const end = literal.lastIndexOf('/')
    found.push({ at: `${path}:${line}`, source: literal.slice(1, end), flags: literal.slice(end + 1) })
  }
}

const BODY = String.raw`(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+`
const TOKEN = new RegExp(
  String.raw`//.*|/\*[^]*?\*/|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|[{}` +
    '`]' +
    String.raw`|(?<=(?:[([,=:?&|!{};>]|\breturn|^)\s*)(?<literal>/(?!/)${BODY}/[dgimsuvy]*)`,
  'gm',
)

/** A part of an expression. */
type Part =
  | { is: 'character'; source: string }
  | { is: 'edge'; source: string }
  | { is: 'choice'; of: Part[][] }
  | { is: 'look'; of: Part[][] }
  | { is: 'repeat'; part: Part; least: number; most: number }

/** Returns the alternatives of an expression, each a sequence of parts. */
function parse(source: string): Part[][] {
  let at = 0
  return alternatives()

  function alternatives(): Part[][] {
    const all: Part[][] = [[]]
    while (at < source.length && source[at] !== ')') {
      if (source[at] === '|') {
        at += 1
        all.push([])
      } else all.at(-1)!.push(repeated(part()))
    }
    return all
  }

  function take(pattern: RegExp): RegExpExecArray | null {
    const match = new RegExp(pattern.source, 'y')
    match.lastIndex = at
    const found = match.exec(source)
    at += found?.[0].length ?? 0
    return found
  }

  function part(): Part {
    if (take(/\^|\$|\\[bB]/)) return { is: 'edge', source: source[at - 1]! }
    const group = take(/\((?:\?(?:<?[=!]|:|<\w+>|[a-z-]+:))?/)
    if (group) {
      const of = alternatives()
      at += 1
      return { is: /[=!]$/.test(group[0]) ? 'look' : 'choice', of }
    }
    const character = take(/\[(?:[^\]\\]|\\.)*\]|\\(?:u\{\w+\}|u\w{4}|x\w\w|[pPk][{<][^}>]+[}>]|c\w|[\s\S])|[\s\S]/)
    return { is: 'character', source: character![0] }
  }

  function repeated(part: Part): Part {
    const found = take(/([*+?]|\{(\d+)(,?)(\d*)\})\??/)
    if (!found) return part
    const [, sign = '', from = '', comma, to] = found
    const [least, most] =
      sign === '*'
        ? [0, Number.POSITIVE_INFINITY]
        : sign === '+'
          ? [1, Number.POSITIVE_INFINITY]
          : sign === '?'
            ? [0, 1]
            : [Number(from), comma ? (to ? Number(to) : Number.POSITIVE_INFINITY) : Number(from)]
    return { is: 'repeat', part, least, most }
  }
}

/** More turns than this count as without a bound. */
const MANY = 1000

/** One of each sort: letters, digits, signs, blanks, line ends, and what only some classes hold. */
const UNIVERSE = [
  ...Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)),
  ...[
    '\u00a0',
    '\u00ad',
    '\u00e9',
    '\u00df',
    '\u0130',
    '\u0301',
    '\u0663',
    '\u200b',
    '\u2010',
    '\u2028',
    '\uff11',
    '\u738b',
  ],
]

/** Returns which characters of the universe a character of an expression stands for. */
function reader(flags: string): (source: string) => Set<string> {
  const known = new Map<string, Set<string>>()
  return source => {
    const before = known.get(source)
    if (before) return before
    const pattern = expressionOf(`^${source}$`, flags.replaceAll(/[gmy]/g, ''))
    const set = new Set(pattern && !/^\\[1-9k]/.test(source) ? UNIVERSE.filter(each => pattern.test(each)) : [])
    known.set(source, set)
    return set
  }
}

function expressionOf(source: string, flags: string): RegExp | null {
  try {
    return new RegExp(source, flags)
  } catch {
    return null
  }
}

/**
 * Returns what is wrong with the form of an expression: a repetition without a bound inside another one where both may
 * take the same character, so that one text can be read in many ways; or one in a look-ahead or look-behind that is
 * begun at every place of a text.
 */
export function faultsOf({ source, flags }: Pick<Expression, 'source' | 'flags'>): string[] {
  const read = reader(flags)
  const faults: string[] = []
  for (const sequence of parse(source)) {
    let is_anchored = sequence[0]?.is === 'edge' && sequence[0].source === '^' && !flags.includes('m')
    for (const part of sequence) {
      visit(part, is_anchored)
      is_anchored &&= part.is !== 'repeat'
    }
  }
  return [...new Set(faults)]

  function visit(part: Part, is_anchored: boolean): void {
    if (part.is === 'look' && !is_anchored && part.of.flat().some(hasEndless)) faults.push('unbounded look-around')
    if (part.is === 'repeat') {
      const is_endless = part.most > MANY
      const inner = alternativesOf(part.part)
      if (is_endless && inner.some(sequence => sequence.some(hasEndless)) && isAmbiguous(inner, read))
        faults.push('nested quantifiers')
      visit(part.part, is_anchored && !is_endless)
    }
    if (part.is === 'choice') for (const each of part.of.flat()) visit(each, is_anchored)
  }
}

function hasEndless(part: Part): boolean {
  if (part.is === 'repeat') return part.most > MANY || hasEndless(part.part)
  return (part.is === 'choice' || part.is === 'look') && part.of.flat().some(hasEndless)
}

function alternativesOf(part: Part): Part[][] {
  return part.is === 'choice' ? part.of : [[part]]
}

/** Whether a turn may end in a repetition that could as well take the first character of the next turn. */
function isAmbiguous(alternatives: Part[][], read: (source: string) => Set<string>): boolean {
  const first = firstOf(alternatives)
  return alternatives.some(sequence => {
    for (const part of sequence.toReversed()) {
      if (part.is === 'repeat' && hasEndless(part)) {
        const taken = part.most > MANY ? part.part : part
        if ([...firstOf(alternativesOf(taken))].some(each => first.has(each))) return true
      }
      if (!isNullable(part)) return false
    }
    return true
  })

  function firstOf(all: Part[][]): Set<string> {
    const set = new Set<string>()
    for (const sequence of all) {
      for (const part of sequence) {
        if (part.is === 'character') for (const each of read(part.source)) set.add(each)
        if (part.is === 'choice') for (const each of firstOf(part.of)) set.add(each)
        if (part.is === 'repeat') for (const each of firstOf(alternativesOf(part.part))) set.add(each)
        if (!isNullable(part)) break
      }
    }
    return set
  }
}

function isNullable(part: Part): boolean {
  if (part.is === 'edge' || part.is === 'look') return true
  if (part.is === 'repeat') return part.least === 0 || isNullable(part.part)
  return part.is === 'choice' && part.of.some(sequence => sequence.every(isNullable))
}

/** A text of any length: a beginning, what is repeated, an end. */
export interface Attack {
  before: string
  again: string
  after: string
}

const MOST_SORTS = 10
const ENDS = ['', '\u0001', '\n\u0001']

/**
 * Returns texts that an expression may be slow at: each sort of character that it tells apart, pairs of them, and at
 * each repetition what comes before it once or each time; with ends that it does not expect.
 */
export function attacksOn({ source, flags }: Pick<Expression, 'source' | 'flags'>): Attack[] {
  const read = reader(flags)
  const sequences = parse(source)
  const sets = new Set<Set<string>>()
  const pumps = new Map<string, Set<string>>()
  const add = (before: string, again: string) => {
    if (again !== '') pumps.set(before, (pumps.get(before) ?? new Set()).add(again))
  }
  for (const sequence of sequences) walk(sequence, '')
  const sorts = sortsOf([...sets])
  for (const one of sorts) for (const other of sorts) add('', one === other ? one : one + other)
  for (const before of [...pumps.keys()]) for (const one of sorts) add(before, one)
  return [...pumps].flatMap(([before, all]) => [...all].flatMap(again => ENDS.map(after => ({ before, again, after }))))

  /** Returns the shortest text of a sequence, after noting each repetition in it. */
  function walk(sequence: Part[], before: string): string {
    let text = before
    for (const part of sequence) text += step(part, text)
    return text.slice(before.length)
  }

  function step(part: Part, before: string): string {
    if (part.is === 'edge') return ''
    if (part.is === 'character') {
      const set = read(part.source)
      sets.add(set)
      return shownOf(set)
    }
    if (part.is !== 'repeat') {
      const texts = part.of.map(sequence => walk(sequence, before))
      for (const text of texts) add('', before + text)
      return part.is === 'look' ? '' : (texts[0] ?? '')
    }
    const inner = alternativesOf(part.part).map(sequence => walk(sequence, before))
    for (const text of inner) {
      add(before, text)
      add('', before + text)
      for (const other of inner) add(before, text + other)
    }
    add('', before)
    return part.least === 0 ? '' : (inner[0] ?? '').repeat(Math.min(part.least, 64))
  }
}

/** A printable character of a set where there is one. */
function shownOf(set: Set<string>): string {
  return [...set].find(each => /[0-9a-zA-Z]/.test(each)) ?? [...set].find(each => each >= ' ') ?? [...set][0] ?? ''
}

/** Returns one character of each sort that the sets tell apart. */
function sortsOf(sets: Set<string>[]): string[] {
  const sorts = new Map<string, string>()
  for (const each of UNIVERSE.toReversed()) sorts.set(sets.map(set => (set.has(each) ? '1' : '0')).join(''), each)
  return [...sorts.values()].slice(0, MOST_SORTS)
}

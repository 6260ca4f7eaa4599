import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import {
  BIN_BRANDS,
  type BinFacts,
  type BinFunding,
  type BinRanges,
  FUNDINGS,
  OverlappingRanges,
  readDigits,
  withoutOverlaps,
} from '../../lib/bin/bin-ranges.ts'

/** A file of BIN data that was read to its end and holds no mistake. */
export interface BinFile {
  /** SHA-256 of its bytes, in hex. */
  hash: string
  /** Of ranges, without the header. */
  lines: number
  ranges: BinRanges
}

const BIN_HEADER = 'digits,brand,funding,country'
const MOST_LINES = 5_000_000
/** As many problems as a person reads at once. */
const MOST_PROBLEMS = 10
const LONGEST_LINE = 200

/**
 * Reads a whole file: a header, and a line for each prefix (`411111`) or range (`411111-411119`) of 6 to 11 digits.
 * Throws an Error that names the lines that are wrong, up to ten of them.
 */
export async function readBinFile(path: string): Promise<BinFile> {
  const hash = createHash('sha256')
  const reading = binReader()
  let rest = ''
  for await (const chunk of createReadStream(path, { encoding: 'utf8', highWaterMark: 1024 * 1024 })) {
    hash.update(chunk)
    const lines = (rest + chunk).split('\n')
    rest = lines.pop()!
    if (rest.length > LONGEST_LINE) throw new Error(`${path} has a line of more than ${LONGEST_LINE} characters`)
    for (const line of lines) reading.add(line)
  }
  if (rest !== '') reading.add(rest)
  return { hash: hash.digest('hex'), ...reading.end() }
}

function binReader() {
  const ranges: BinRanges = { low: [], high: [], fact: [], facts: [] }
  /** The line that each range stands in, counted from 1. */
  const line_of: number[] = []
  const known = new Map<string, number>()
  const problems: string[] = []
  let count = 0
  const refuse = (line: number, text: string): void => {
    problems.push(`line ${line}: ${text}`)
    if (problems.length >= MOST_PROBLEMS) throw new Error(problems.join('\n'))
  }
  return {
    add(text: string): void {
      count += 1
      const line = text.trim().replaceAll('"', '')
      if (count === 1) {
        if (line.replace(/^\uFEFF/, '').toLowerCase() !== BIN_HEADER) throw new Error(`line 1 has to be ${BIN_HEADER}`)
        return
      }
      if (line === '') return
      if (line_of.length >= MOST_LINES) throw new Error(`a file may have ${MOST_LINES} ranges`)
      const read = readLine(line)
      if (typeof read === 'string') {
        refuse(count, read)
        return
      }
      const { low, high, about } = read
      const fact = known.get(about) ?? ranges.facts.push(factsOf(about)) - 1
      known.set(about, fact)
      ranges.low.push(low)
      ranges.high.push(high)
      ranges.fact.push(fact)
      line_of.push(count)
    },
    end(): Pick<BinFile, 'lines' | 'ranges'> {
      if (problems.length > 0) throw new Error(problems.join('\n'))
      if (line_of.length === 0) throw new Error('the file holds no range')
      try {
        return { lines: line_of.length, ranges: withoutOverlaps(ranges) }
      } catch (error) {
        if (!(error instanceof OverlappingRanges)) throw error
        const [one, other] = error.indexes.map(index => line_of[index])
        throw new Error(
          `lines ${one} and ${other} overlap: neither lies within the other, or they say different things of the same digits`,
        )
      }
    },
  }
}

function readLine(line: string): { low: number; high: number; about: string } | string {
  const [digits = '', brand = '', funding = '', country = '', ...more] = line.split(',').map(cell => cell.trim())
  const ends = readDigits(digits)
  if (more.length > 0) return `has more than the columns ${BIN_HEADER}`
  if (typeof ends === 'string') return ends
  if (!(BIN_BRANDS as readonly string[]).includes(brand))
    return `brand must be one of ${BIN_BRANDS.join(', ')} or blank`
  if (!(FUNDINGS as readonly string[]).includes(funding)) return `funding must be one of ${FUNDINGS.join(', ')}`
  if (!/^(?:[A-Z]{3})?$/.test(country)) return 'country must be a code of three capitals (ISO 3166-1) or blank'
  return { low: ends[0], high: ends[1], about: `${brand},${funding},${country}` }
}

function factsOf(about: string): BinFacts {
  const [brand = '', funding, country = ''] = about.split(',')
  return { brand, funding: funding as BinFunding, country }
}

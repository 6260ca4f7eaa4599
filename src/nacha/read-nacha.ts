import { trimEnd } from '../lib/trim-end.ts'
import { type AddendaRow, readAddenda } from './addenda-records.ts'
import { checkFile, isInternational } from './check-file.ts'
import { checkBatchControl, checkFileControl } from './controls.ts'
import { RECORD_LENGTH, type ReportProblem } from './layout.ts'
import type { Batch, BatchHeader, Entry, FileHeader, NachaFile } from './model.ts'
import * as records from './records.ts'
import { isSecCode } from './sec-codes.ts'

/** A problem of a file; `line` counts from 1. */
export interface Problem {
  line: number
  says: string
  /**
   * Counts or sums are wrong, or records are missing: nothing of the file can be relied on. Other problems are in
   * texts, in the order of records or in single entries.
   */
  blocks: boolean
}

/** A file as far as it could be read; null when a problem blocks it. */
export interface Scanned {
  file: NachaFile | null
  problems: Problem[]
}

export type Reading = { file: NachaFile } | { problems: Problem[] }

/** Limits the list, because a text that is no NACHA file is wrong on every line. */
const MOST_PROBLEMS = 100

/**
 * Parses a NACHA file: records of 94 characters, with any line breaks or none. Trimmed trailing blanks and a missing
 * fill of nines are tolerated; everything else is checked against the format, and every control against its batch or
 * file. Never throws.
 */
export function readNacha(text: string): Reading {
  const { file, problems } = scanNacha(text)
  return problems.length > 0 || !file ? { problems } : { file }
}

/** Parses a NACHA file as `readNacha` does, and returns it in spite of problems that do not block it. Never throws. */
export function scanNacha(text: string): Scanned {
  const odd: Problem[] = []
  const blocking: Problem[] = []
  const report: Report = (line, says, blocks = false) => {
    const problems = blocks ? blocking : odd
    if (problems.length < MOST_PROBLEMS) problems.push({ line, says, blocks })
  }
  const scan = new Scan(report)
  const lines = linesOf(text, report)
  for (const { number, text: line } of lines) scan.take(number, line)
  const file = scan.close(lines.at(-1)?.number ?? 1)
  const problems = [...blocking, ...odd].slice(0, MOST_PROBLEMS).toSorted((a, b) => a.line - b.line)
  return { file: blocking.length > 0 ? null : file, problems }
}

type Report = (line: number, says: string, blocks?: boolean) => void

/** The state of reading. Each record is stored where it belongs and reported where it does not. */
class Scan {
  readonly #say: Report
  readonly #line_of = new Map<object, number>()
  #header: FileHeader | null = null
  readonly #batches: Batch[] = []
  #open: Batch | null = null
  #expects_addenda: { indicator: number; line: number } | null = null
  #ended = false
  #records = 0

  constructor(report: Report) {
    this.#say = report
  }

  take(line: number, text: string): void {
    const reportProblem: ReportProblem = (says, blocks) => this.#say(line, says, blocks)
    if (this.#ended) {
      if (!/^9{94}$/.test(text)) reportProblem('nothing follows the file control but lines of nines', true)
      return
    }
    this.#records += 1
    if (text[0] !== '7') this.#endEntry()
    if (text[0] !== '1' && !this.#header && this.#records === 1)
      reportProblem('the file does not begin with its header (record 1)', true)
    if (text[0] === '1') this.#takeFileHeader(line, text, reportProblem)
    else if (text[0] === '5') this.#takeBatchHeader(line, text, reportProblem)
    else if (text[0] === '6') this.#takeEntry(line, text, reportProblem)
    else if (text[0] === '7') this.#takeAddenda(text, reportProblem)
    else if (text[0] === '8') this.#takeBatchControl(text, reportProblem)
    else if (text[0] === '9') this.#takeFileControl(text, reportProblem)
    else reportProblem(`a record begins with 1, 5, 6, 7, 8 or 9, not with ${JSON.stringify(text[0])}`, true)
  }

  /** Returns the file when it is complete; problems have been reported. */
  close(last: number): NachaFile | null {
    this.#endEntry()
    if (!this.#header && this.#records === 0) this.#say(last, 'the file is empty', true)
    if (this.#open) this.#say(last, `batch ${this.#open.header.number} has no control (record 8)`, true)
    if (!this.#ended) this.#say(last, 'the file has no control (record 9)', true)
    if (!this.#header) return null
    const file = { header: this.#header, batches: this.#batches }
    checkFile(file, (about, says) => this.#say(this.#line_of.get(about) ?? 1, says))
    return file
  }

  #takeFileHeader(line: number, text: string, reportProblem: ReportProblem): void {
    if (this.#records !== 1) {
      reportProblem('the file header (record 1) is the first record and the only one of its kind', true)
      return
    }
    this.#header = records.FILE_HEADER.read(text, reportProblem)
    this.#line_of.set(this.#header, line)
  }

  #takeBatchHeader(line: number, text: string, reportProblem: ReportProblem): void {
    if (this.#open)
      reportProblem(`batch ${this.#open.header.number} has no control (record 8) before the next one begins`, true)
    const header = readBatchHeader(text, reportProblem)
    this.#line_of.set(header, line)
    this.#open = { header, entries: [], authentication: '' }
    this.#batches.push(this.#open)
  }

  #takeEntry(line: number, text: string, reportProblem: ReportProblem): void {
    if (!this.#open) {
      reportProblem('an entry (record 6) is outside of a batch', true)
      return
    }
    const { entry, addenda_indicator } = readEntry(text, this.#open.header, reportProblem)
    this.#line_of.set(entry, line)
    this.#open.entries.push(entry)
    this.#expects_addenda = { indicator: addenda_indicator, line }
  }

  #takeAddenda(text: string, reportProblem: ReportProblem): void {
    const entry = this.#open?.entries.at(-1)
    if (!entry || !this.#expects_addenda) {
      reportProblem('an addenda record (record 7) follows no entry', true)
      return
    }
    const row = readAddenda(text, reportProblem)
    if (!row) {
      reportProblem(`addenda type ${JSON.stringify(text.slice(1, 3))} is not known`, true)
      return
    }
    entry.addenda.push(row.addenda)
    checkMarks(row, entry, reportProblem)
  }

  #takeBatchControl(text: string, reportProblem: ReportProblem): void {
    if (!this.#open) {
      reportProblem('a batch control (record 8) is outside of a batch', true)
      return
    }
    this.#open.authentication = checkBatchControl(text, this.#open, reportProblem)
    this.#open = null
  }

  #takeFileControl(text: string, reportProblem: ReportProblem): void {
    if (this.#open)
      reportProblem(`batch ${this.#open.header.number} has no control (record 8) before the file ends`, true)
    this.#open = null
    this.#ended = true
    checkFileControl(text, { batches: this.#batches, records: this.#records }, reportProblem)
  }

  #endEntry(): void {
    const entry = this.#open?.entries.at(-1)
    const expected = this.#expects_addenda
    this.#expects_addenda = null
    if (!entry || !expected || expected.indicator === (entry.addenda.length > 0 ? 1 : 0)) return
    this.#say(
      expected.line,
      `addenda indicator is ${expected.indicator}, but ${entry.addenda.length} addenda records follow`,
    )
  }
}

/** Checks the entry number and sequence number of an addenda record. */
function checkMarks(row: AddendaRow, entry: Entry, reportProblem: (says: string) => void): void {
  const place = entry.addenda.filter(({ type }) => type === row.addenda.type).length
  if (row.addenda.type === '05' && row.sequence !== place) {
    reportProblem(`addenda sequence number is ${row.sequence}, but it is number ${place} of its entry`)
  }
  if (row.entry_sequence !== null && row.entry_sequence !== Number(entry.trace.slice(-7))) {
    reportProblem(`entry sequence number is not that of trace number ${entry.trace}`)
  }
  if (row.entry_trace !== null && row.entry_trace !== entry.trace) {
    reportProblem(`trace number is not that of its entry, ${entry.trace}`)
  }
}

function readBatchHeader(text: string, reportProblem: (says: string) => void): BatchHeader {
  const plain = records.BATCH_HEADER.read(text, () => {})
  const sec = isSecCode(plain.sec) ? plain.sec : null
  if (!sec) reportProblem(`standard entry class ${JSON.stringify(plain.sec)} (positions 51-53) is not known`)
  const known = { sec: sec ?? 'PPD', company_name: plain.company_name } as const
  if (!isInternational(known)) {
    const { service_class, ...row } = records.BATCH_HEADER.read(text, reportProblem)
    return { ...row, ...known, service_class: Number(service_class) as BatchHeader['service_class'] }
  }
  const row = records.INTERNATIONAL_BATCH_HEADER.read(text, reportProblem)
  const { exchange, reference_indicator, reference, destination_country, from_currency, to_currency, ...rest } = row
  return {
    ...rest,
    ...known,
    service_class: Number(row.service_class) as BatchHeader['service_class'],
    discretionary: '',
    descriptive_date: '',
    international: { exchange, reference_indicator, reference, destination_country, from_currency, to_currency },
  }
}

function readEntry(
  text: string,
  header: BatchHeader,
  reportProblem: (says: string) => void,
): { entry: Entry; addenda_indicator: number } {
  if (header.sec === 'ADV') {
    const row = records.ADVICE_ENTRY.read(text, reportProblem)
    const { transaction_code, routing, account, amount, name, discretionary, addenda_indicator, ...advice } = row
    const entry = { transaction_code, routing, account, amount, name, discretionary, individual_id: '', trace: '' }
    return { addenda_indicator, entry: { ...entry, addenda: [], advice } }
  }
  if (header.international) {
    const row = records.INTERNATIONAL_ENTRY.read(text, reportProblem)
    const { addenda_count, gateway_screening, secondary_screening, addenda_indicator, ...entry } = row
    const international = { addenda_count, gateway_screening, secondary_screening }
    const nameless = { individual_id: '', name: '', discretionary: '' }
    return { addenda_indicator, entry: { ...entry, ...nameless, addenda: [], international } }
  }
  const { addenda_indicator, ...entry } = records.ENTRY.read(text, reportProblem)
  return { addenda_indicator, entry: { ...entry, addenda: [] } }
}

interface Line {
  /** Counted from 1; in a file without line breaks the number of the record. */
  number: number
  /** Exactly 94 characters. */
  text: string
}

/**
 * Returns the records of a file. Short lines are padded, empty ones left out; longer ones may only have trailing
 * blanks.
 */
function linesOf(text: string, report: Report): Line[] {
  // Without byte order mark and the end-of-file character of old systems.
  const whole = withoutEndOfFile(text.replace(/^\uFEFF/, ''))
  const raw = /[\r\n]/.test(whole.trimEnd()) ? whole.split(/\r\n|\n|\r/) : cut(trimEnd(whole, '\r\n'))
  return raw.flatMap((each, index) => {
    const number = index + 1
    if (each.trim() === '') return []
    const stranger = /[^ -~]/.exec(each)
    if (stranger) report(number, `position ${stranger.index + 1} has a character that the format does not know`)
    const line = stranger ? inColumns(each) : each
    if (line.trimEnd().length > RECORD_LENGTH) {
      report(number, `has ${line.trimEnd().length} characters instead of ${RECORD_LENGTH}`)
    }
    return [{ number, text: line.slice(0, RECORD_LENGTH).padEnd(RECORD_LENGTH) }]
  })
}

/**
 * Returns a line with strange characters so that its fields are in their columns, which banks count in characters or in
 * bytes of UTF-8. Control characters and unusual blanks become blanks.
 */
function inColumns(line: string): string {
  const chars = Array.from(line)
  const isByBytes = chars.length !== RECORD_LENGTH && Buffer.byteLength(line) === RECORD_LENGTH
  return chars
    .map(char => {
      const shown = /[\s\p{C}]/u.test(char) ? ' ' : char.length > 1 ? '?' : char
      return isByBytes ? shown.padEnd(Buffer.byteLength(char)) : shown
    })
    .join('')
}

/** Some systems write fixed-length records without line breaks. */
function cut(text: string): string[] {
  const count = Math.ceil(text.length / RECORD_LENGTH)
  return Array.from({ length: count }, (_, index) => text.slice(index * RECORD_LENGTH, (index + 1) * RECORD_LENGTH))
}

/** Blanks behind the end-of-file character of old systems go with it. */
function withoutEndOfFile(text: string): string {
  const bare = text.trimEnd()
  return bare.endsWith('\x1A') ? trimEnd(bare, '\x1A') : text
}

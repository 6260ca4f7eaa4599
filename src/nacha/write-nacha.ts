import { writeAddenda } from './addenda-records.ts'
import { checkFile } from './check-file.ts'
import { BLOCKING_FACTOR, isOfAdvices } from './controls.ts'
import { RECORD_LENGTH, type ReportProblem } from './layout.ts'
import type { Addenda, Batch, BatchHeader, Entry, NachaFile } from './model.ts'
import * as records from './records.ts'
import { sumOf, totalsOf } from './totals.ts'

/** A file that the format cannot hold. */
export class UnwritableFile extends Error {
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(`the bank file cannot be written: ${problems.slice(0, 3).join('; ')}`)
    this.problems = problems
  }
}

/**
 * Returns a file in Nacha's format, with computed counts, hashes, totals, blocks, addenda numbers and fill.
 * `readNacha` reads the result as the same file.
 * @throws UnwritableFile when something does not fit its columns, or breaks a rule that `readNacha` checks
 */
export function writeNacha(file: NachaFile, newline: '\n' | '\r\n' = '\n'): string {
  const problems: string[] = []
  const about = placesOf(file)
  checkFile(file, (of, says) => problems.push(`${about.get(of) ?? 'file'}: ${says}`))
  const complainOf = (of: object): ReportProblem => {
    return says => problems.push(`${about.get(of) ?? 'file'}: ${says}`)
  }
  const lines = [
    records.FILE_HEADER.write(file.header, complainOf(file.header)),
    ...file.batches.flatMap(batch => batchLines(batch, complainOf)),
  ]
  lines.push(fileControl(file.batches, lines.length + 1, complainOf(file.header)))
  if (problems.length > 0) throw new UnwritableFile(problems)
  while (lines.length % BLOCKING_FACTOR !== 0) lines.push('9'.repeat(RECORD_LENGTH))
  return lines.map(line => line + newline).join('')
}

function batchLines(batch: Batch, complainOf: (of: object) => ReportProblem): string[] {
  const reportProblem = complainOf(batch.header)
  return [
    batchHeader(batch.header, reportProblem),
    ...batch.entries.flatMap(entry => [entryLine(entry, complainOf(entry)), ...addendaLines(entry, complainOf(entry))]),
    batchControl(batch, reportProblem),
  ]
}

function batchHeader(header: BatchHeader, reportProblem: ReportProblem): string {
  const row = { ...header, service_class: String(header.service_class) as '200' | '220' | '225' | '280' }
  if (!header.international) return records.BATCH_HEADER.write(row, reportProblem)
  return records.INTERNATIONAL_BATCH_HEADER.write({ ...row, ...header.international }, reportProblem)
}

function entryLine(entry: Entry, reportProblem: ReportProblem): string {
  const row = { ...entry, addenda_indicator: entry.addenda.length > 0 ? 1 : 0 }
  if (entry.advice) return records.ADVICE_ENTRY.write({ ...row, ...entry.advice }, reportProblem)
  if (entry.international) return records.INTERNATIONAL_ENTRY.write({ ...row, ...entry.international }, reportProblem)
  return records.ENTRY.write(row, reportProblem)
}

function addendaLines(entry: Entry, reportProblem: ReportProblem): string[] {
  const seen = new Map<Addenda['type'], number>()
  return entry.addenda.map(each => {
    const sequence = (seen.get(each.type) ?? 0) + 1
    seen.set(each.type, sequence)
    return writeAddenda(each, { sequence, trace: entry.trace }, reportProblem)
  })
}

function batchControl(batch: Batch, reportProblem: ReportProblem): string {
  const { header, authentication } = batch
  const service_class = String(header.service_class)
  const row = { ...header, service_class, authentication, ...totalsOf(batch) }
  return (header.sec === 'ADV' ? records.ADVICE_BATCH_CONTROL : records.BATCH_CONTROL).write(row, reportProblem)
}

function fileControl(batches: readonly Batch[], count: number, reportProblem: ReportProblem): string {
  const blocks = Math.ceil(count / BLOCKING_FACTOR)
  const row = { batches: batches.length, blocks, ...sumOf(batches.map(totalsOf)) }
  return (isOfAdvices(batches) ? records.ADVICE_FILE_CONTROL : records.FILE_CONTROL).write(row, reportProblem)
}

/** Returns the names of a file's parts for error messages. */
function placesOf(file: NachaFile): Map<object, string> {
  const places = new Map<object, string>()
  for (const { header, entries } of file.batches) {
    places.set(header, `batch ${header.number}`)
    for (const [index, entry] of entries.entries()) places.set(entry, `batch ${header.number}, entry ${index + 1}`)
  }
  return places
}

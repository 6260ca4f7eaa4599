import { checkEntry, isReturned } from './check-entry.ts'
import type { Batch, BatchHeader, FileHeader, NachaFile } from './model.ts'
import { secRules } from './sec-codes.ts'
import { transactionCode } from './transaction-codes.ts'

/** Reports a problem of a header or an entry. */
export type Report = (about: object, says: string) => void

/** Descriptions that Nacha prescribes for a class. */
const DESCRIPTIONS: Partial<Record<BatchHeader['sec'], string>> = { RCK: 'REDEPCHECK', ENR: 'AUTOENROLL' }

/**
 * Checks the records of a file against each other (Nacha operating rules, appendix three); single records are checked
 * by their layouts.
 */
export function checkFile(file: NachaFile, report: Report): void {
  checkFileHeader(file.header, report)
  const advices = file.batches.filter(({ header }) => header.sec === 'ADV')
  if (advices.length > 0 && advices.length < file.batches.length) {
    report(advices[0]!.header, 'batches of advices (ADV) are in files of their own')
  }
  let last = -1
  for (const batch of file.batches) {
    if (batch.header.number <= last) report(batch.header, `batch number ${batch.header.number} does not ascend`)
    last = batch.header.number
    checkHeader(batch.header, report)
    checkEntries(batch, report)
  }
}

/** Returns whether a batch has the layouts of international entries. */
export function isInternational(header: Pick<BatchHeader, 'sec' | 'company_name'>): boolean {
  return header.sec === 'IAT' || (header.sec === 'COR' && header.company_name === 'IATCOR')
}

function checkFileHeader(header: FileHeader, report: Report): void {
  const numbers = { destination: header.immediate_destination, origin: header.immediate_origin }
  for (const [which, text] of Object.entries(numbers)) {
    // Routing numbers and tax ids; the rules allow nothing else here.
    if (!/^\d+$/.test(text)) report(header, `immediate ${which} is to be a number of up to ten digits`)
  }
  if (!/^[A-Z0-9]?$/.test(header.modifier)) report(header, 'file ID modifier (position 34) is to be A-Z or 0-9')
}

function checkHeader(header: BatchHeader, report: Report): void {
  const isAbroad = isInternational(header)
  if (isAbroad !== (header.international !== undefined)) {
    report(header, isAbroad ? 'terms of an international batch are missing' : 'international terms are for IAT batches')
  }
  if (!isAbroad && saysNothing(header.company_name)) report(header, 'company name is blank or all zeros')
  if (saysNothing(header.company_id)) report(header, 'company identification is blank or all zeros')
  if (saysNothing(header.entry_description)) report(header, 'company entry description is blank or all zeros')
  const asked = DESCRIPTIONS[header.sec]
  if (asked && header.entry_description !== asked) report(header, `entry description of ${header.sec} is ${asked}`)
  if (header.originator_status > 2) report(header, `originator status code ${header.originator_status} is not known`)
  if ((header.service_class === 280) !== (header.sec === 'ADV')) {
    report(header, `service class ${header.service_class} does not go with ${header.sec}`)
  }
}

function checkEntries(batch: Batch, report: Report): void {
  const { header, entries } = batch
  if (entries.length === 0) report(header, `batch ${header.number} has no entries`)
  let last = ''
  for (const entry of entries) {
    checkEntry(entry, header, says => report(entry, says))
    const flow = transactionCode(entry.transaction_code)?.flow
    if ((header.service_class === 220 && flow === 'debit') || (header.service_class === 225 && flow === 'credit')) {
      report(entry, `a ${flow} (${entry.transaction_code}) does not go with service class ${header.service_class}`)
    }
    if (!isReturned(entry) && !mayFlow(header, flow)) report(entry, `${header.sec} entries are no ${flow}s`)
    if (header.sec === 'ADV') continue
    if (entry.trace <= last) report(entry, `trace number ${entry.trace} does not ascend`)
    last = entry.trace
  }
}

function mayFlow(header: BatchHeader, flow: 'credit' | 'debit' | undefined): boolean {
  const allowed = secRules(header.sec).flow
  // A reversal goes in the opposite direction of its original.
  return allowed === 'both' || allowed === 'none' || allowed === flow || header.entry_description === 'REVERSAL'
}

function saysNothing(text: string): boolean {
  return /^[0 ]*$/.test(text)
}

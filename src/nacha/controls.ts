import type { ReportProblem } from './layout.ts'
import type { Batch } from './model.ts'
import * as records from './records.ts'
import { sumOf, type Totals, totalsOf } from './totals.ts'

/** Records per block; the last block is filled with lines of nines. */
export const BLOCKING_FACTOR = 10

/** Compares record 8 with its batch. Returns the batch's message authentication code. */
export function checkBatchControl(text: string, batch: Batch, reportProblem: ReportProblem): string {
  const { header } = batch
  const isAdvice = header.sec === 'ADV'
  const control = isAdvice
    ? { ...records.ADVICE_BATCH_CONTROL.read(text, reportProblem), company_id: header.company_id }
    : records.BATCH_CONTROL.read(text, reportProblem)
  const differs = differing(reportProblem, `batch ${header.number}`)
  differs('service class', control.service_class, String(header.service_class))
  // Gateways of international entries leave it out.
  if (!header.international || control.company_id !== '') {
    differs('company identification', control.company_id, header.company_id)
  }
  differs('originating bank', control.odfi, header.odfi)
  differs('batch number', control.number, header.number)
  compareTotals(control, totalsOf(batch), differs)
  return control.authentication
}

/** Compares record 9 with the batches; `records` counts every line but fill, record 9 included. */
export function checkFileControl(
  text: string,
  file: { batches: readonly Batch[]; records: number },
  reportProblem: ReportProblem,
): void {
  const control = isOfAdvices(file.batches)
    ? records.ADVICE_FILE_CONTROL.read(text, reportProblem)
    : records.FILE_CONTROL.read(text, reportProblem)
  const differs = differing(reportProblem, 'the file')
  differs('batch count', control.batches, file.batches.length, true)
  differs('block count', control.blocks, Math.ceil(file.records / BLOCKING_FACTOR))
  compareTotals(control, sumOf(file.batches.map(totalsOf)), differs)
}

/** Returns whether the file control has the wide sums of advices. */
export function isOfAdvices(batches: readonly Batch[]): boolean {
  return batches.some(({ header }) => header.sec === 'ADV')
}

type Differs = (what: string, stated: unknown, computed: unknown, blocks?: boolean) => void

function differing(reportProblem: ReportProblem, whose: string): Differs {
  return (what, stated, computed, blocks) => {
    if (stated !== computed) reportProblem(`${what} of ${whose} says ${stated}, but it is ${computed}`, blocks)
  }
}

function compareTotals(stated: Totals, computed: Totals, differs: Differs): void {
  differs('entry and addenda count', stated.count, computed.count, true)
  differs('entry hash', stated.hash, computed.hash, true)
  differs('debit total', stated.debits, computed.debits, true)
  differs('credit total', stated.credits, computed.credits, true)
}

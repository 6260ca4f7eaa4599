import type { Complain } from './layout.ts'
import type { Batch } from './model.ts'
import * as records from './records.ts'
import { sumOf, type Totals, totalsOf } from './totals.ts'

/** Records per block; the last block is filled with lines of nines. */
export const BLOCKING_FACTOR = 10

/** Compares record 8 with its batch. Returns the batch's message authentication code. */
export function checkBatchControl(text: string, batch: Batch, complain: Complain): string {
  const { header } = batch
  const isAdvice = header.sec === 'ADV'
  const control = isAdvice
    ? { ...records.ADVICE_BATCH_CONTROL.read(text, complain), company_id: header.company_id }
    : records.BATCH_CONTROL.read(text, complain)
  const differs = differing(complain, `batch ${header.number}`)
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
  complain: Complain,
): void {
  const control = isOfAdvices(file.batches)
    ? records.ADVICE_FILE_CONTROL.read(text, complain)
    : records.FILE_CONTROL.read(text, complain)
  const differs = differing(complain, 'the file')
  differs('batch count', control.batches, file.batches.length)
  differs('block count', control.blocks, Math.ceil(file.records / BLOCKING_FACTOR))
  compareTotals(control, sumOf(file.batches.map(totalsOf)), differs)
}

/** Returns whether the file control has the wide sums of advices. */
export function isOfAdvices(batches: readonly Batch[]): boolean {
  return batches.some(({ header }) => header.sec === 'ADV')
}

type Differs = (what: string, said: unknown, is: unknown) => void

function differing(complain: Complain, whose: string): Differs {
  return (what, said, is) => {
    if (said !== is) complain(`${what} of ${whose} says ${said}, but it is ${is}`)
  }
}

function compareTotals(said: Totals, is: Totals, differs: Differs): void {
  differs('entry and addenda count', said.count, is.count)
  differs('entry hash', said.hash, is.hash)
  differs('debit total', said.debits, is.debits)
  differs('credit total', said.credits, is.credits)
}

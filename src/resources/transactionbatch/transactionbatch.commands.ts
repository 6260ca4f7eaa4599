import type { Command } from '../../definition/command.ts'
import { text } from '../../definition/field.ts'
import { invalidField } from '../../lib/problem.ts'
import { REPORT, reportCsv, reportJson } from './report.ts'
import type { transactionbatch } from './transactionbatch.ts'

/** A batch that is closed, or whose payments are just being changed. */
const REFUSES = ['conflict'] as const

export const transactionbatchCommands: Command<typeof transactionbatch>[] = [
  {
    name: 'settle',
    method: 'POST',
    on: 'one',
    right: 'update',
    says: 'Closes the batch and has the processor settle it. processing_status_id tells what came of it: 2 settled, 3 refused (settle it again once that is mended), 5 not known yet.',
    returns: 'record',
    refuses: REFUSES,
    run: async ({ actor, row, parts: { payments } }) => ({ row: await payments.batches.settle(actor, row.id) }),
  },
  {
    name: 'reprocess',
    method: 'POST',
    on: 'one',
    right: 'update',
    says: 'Has a batch that was refused (3) settled again with the next cut-off (4), also where the product does not settle by itself.',
    returns: 'record',
    refuses: REFUSES,
    run: async ({ actor, row, parts: { payments } }) => ({ row: await payments.batches.processAgain(actor, row.id) }),
  },
  {
    name: 'report',
    method: 'GET',
    on: 'one',
    right: 'read',
    query: { _format: { type: 'string', enum: ['json', 'csv'], default: 'json', description: 'With csv, a file.' } },
    says: "What the batch holds and comes to, by card and action, and whether the processor's own file says the same: reconciled is true or false, and null where nothing was settled yet or there is no file.",
    operation: 'getTransactionbatchReport',
    returns: { schema: REPORT, also: ['text/csv', 'text/tab-separated-values'] },
    refuses: ['unavailable'],
    run: async ({ actor, row, query, parts: { payments } }) => {
      const format = query._format || 'json'
      if (format !== 'json' && format !== 'csv') throw invalidField('_format', '_format must be json or csv.')
      const report = await payments.batches.report(actor, row)
      if (format === 'json') return { content: reportJson(report), content_type: 'application/json; charset=utf-8' }
      const filename = `batch-${row.batch_num}-${row.id}.csv`
      return { content: reportCsv(report), content_type: 'text/csv; charset=utf-8', filename }
    },
  },
  {
    name: 'forceclose',
    method: 'POST',
    on: 'one',
    right: 'remove',
    input: { batch_close_detail: text(1, 512, 'P', { note: 'Why.' }) },
    says: 'Closes a batch without the processor (6): one that was settled another way, or never will be. Nothing of it is settled by the gateway after this.',
    operation: 'forceCloseTransactionbatch',
    returns: 'record',
    refuses: REFUSES,
    run: async ({ actor, row, input, parts: { payments } }) => ({
      row: await payments.batches.closeByForce(actor, row.id, input.batch_close_detail as string | null),
    }),
  },
]

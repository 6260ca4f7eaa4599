import { parentPort } from 'node:worker_threads'
import type { InvoiceSheet } from '../../ports/invoice-printer.ts'
import { drawInvoice } from './draw-invoice.ts'

/** Draws in a thread of its own: a long invoice takes a second of processor time, which payments would wait for. */
parentPort?.on('message', async ({ sheet }: { sheet: InvoiceSheet }) => {
  parentPort?.postMessage({ begun: true })
  try {
    const content = await drawInvoice(sheet)
    parentPort?.postMessage({ content })
  } catch (error) {
    parentPort?.postMessage({ problem: String((error as Error).stack) })
  }
})

import type { FastifyInstance } from 'fastify'
import fastify from 'fastify'
import { loadAssets, pageAssets } from '../../src/pages/assets.ts'
import { quickinvoicePages } from '../../src/pages/quickinvoice/invoice-routes.ts'
import { INVOICE_ID, MemoryInvoicePort } from './invoice-port.ts'

/** 2026-11-21, the day on which the invented invoice is looked at. */
const NOW_TS = 1_795_262_400

export interface InvoiceSite {
  app: FastifyInstance
  port: MemoryInvoicePort
  /** Lines the server logged. */
  log: string[]
  /** Path of the pay page. */
  path: string
}

/**
 * The quick invoice pages over an invoice in memory, not listening yet: `app.inject` or `app.listen` as the test
 * needs.
 */
export async function invoiceSite(
  port = new MemoryInvoicePort(),
  publicUrl = 'http://127.0.0.1',
  sandbox = false,
): Promise<InvoiceSite> {
  const log: string[] = []
  const app = fastify({ logger: { level: 'info', stream: { write: line => log.push(line) } } })
  const assets = loadAssets()
  await app.register(pageAssets, { assets })
  await app.register(quickinvoicePages, {
    port,
    assets,
    sandbox,
    publicUrl: () => publicUrl,
    clock: { now: () => NOW_TS * 1000, seconds: () => NOW_TS },
  })
  return { app, port, log, path: `/quickinvoice/?id=${INVOICE_ID}` }
}

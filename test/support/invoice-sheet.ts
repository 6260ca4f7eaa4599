import type { InvoiceSheet } from '../../src/ports/invoice-printer.ts'

export const HREF = 'https://pay.example/quickinvoice/?id=1'

/** Limits of a printer for tests: one print at a time, two waiting for one merchant. */
export const LIMITS = {
  at_once: 1,
  most_each: 2,
  most: 10,
  longest_ms: 60_000,
  memory: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 },
}

/** Parts of a printer for tests: no logo is stored, and no print is counted. */
export const PARTS = { storedLogo: async () => null, takePrint: async () => undefined }

/** A sheet with one line, changed by `over`. */
export function sheet(over: Partial<InvoiceSheet> = {}): InvoiceSheet {
  return {
    language: 'en-US',
    paper: 'LETTER',
    written_ts: 1_800_000_000,
    title: 'Invoice 1001',
    merchant: { name: 'Juniper', lines: ['12 Main Street'], logo: null },
    heading: 'Invoice',
    subject: 'Garden work for Łucja Żółć',
    facts: [{ label: 'Due', value: 'May 31, 2026' }],
    payer: { label: 'Bill to', lines: ['Rosa Lindqvist'] },
    paragraphs: [],
    columns: { item: 'Item', amount: 'Amount' },
    lines: [{ label: 'Mowing', amount: '$40.00' }],
    sums: [{ label: 'Total', amount: '$40.00 USD', strong: true }],
    notes: ['Thank you'],
    boxes: 'Boxes stand for letters.',
    pay: { label: 'Pay online:', href: HREF },
    page_of: 'Page {page} of {pages}',
    ...over,
  }
}

/** How many pages the document has. */
export const pagesOf = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type \/Page\b/g)!.length

/** An invoice as it is printed: every word in the language of its payer, every amount and date as text. */
export interface InvoiceSheet {
  /** BCP 47. */
  language: string
  paper: 'A4' | 'LETTER'
  /** Of the document, Unix seconds: the same sheet has the same bytes. */
  written_ts: number
  /** In the title of a window. */
  title: string
  /** `logo`: `data:image/…`, or the address of one that is stored here. */
  merchant: { name: string; lines: readonly string[]; logo: string | null }
  heading: string
  /** What it is for, above the lines. */
  subject: string
  facts: readonly { label: string; value: string }[]
  payer: { label: string; lines: readonly string[] } | null
  paragraphs: readonly string[]
  columns: { item: string; amount: string }
  lines: readonly { label: string; amount: string }[]
  sums: readonly { label: string; amount: string; strong: boolean }[]
  notes: readonly string[]
  /** A note for who is shown boxes in place of letters that the printer has not got. */
  boxes: string
  /** How to pay it; null where nothing can be paid any more. */
  pay: { label: string; href: string } | null
  /** `{page}` and `{pages}` in it are the numbers. */
  page_of: string
}

/** Prints invoices. */
export interface InvoicePrinter {
  /** Returns a PDF. Merchants (`root_id`) are served in turn. Throws `Unavailable` where too many of one wait. */
  pdf(sheet: InvoiceSheet, root_id: string): Promise<Buffer>
  close(): Promise<void>
}

/** The hosted pages of one quick invoice: what they show, their routes, and the port to the gateway. Never: money rules, which live behind the port. */

import type { PayPort } from '../checkout/pay-port.ts'
import type { InvoiceView } from './view.ts'

/** All that the quick invoice pages ask of the gateway. A visit with an address is recorded. */
export interface InvoicePagePort extends PayPort<InvoiceView> {
  /** A file attached to the invoice, or null. */
  file(invoice_id: string, file_id: string): Promise<{ name: string; content_type: string; content: Buffer } | null>
}

import type { PagePayment, PayOutcome } from '../../src/pages/checkout/checkout.ts'
import type { InvoiceView } from '../../src/pages/quickinvoice/invoice-page.ts'
import type { InvoicePagePort } from '../../src/pages/quickinvoice/invoice-port.ts'
import type { ReceiptView } from '../../src/pages/receipt/receipt-view.ts'

export const INVOICE_ID = '11f0c6d0a1b2c3d4e5f60718'
export const FILE_ID = '11f0c6d0a1b2c3d4e5f60719'

/** The amount that the in-memory processor always declines, as the public test amounts do. */
const DECLINED_AMOUNT = 616n

type Overrides = { merchant?: Partial<InvoiceView['merchant']>; invoice?: Partial<InvoiceView['invoice']> } & Partial<
  Pick<InvoiceView, 'methods' | 'status'>
>

/** An invoice of an invented dentist, with everything a page can show. */
export function invoiceView(overrides: Overrides = {}): InvoiceView {
  return {
    merchant: {
      name: 'Harbor Lane Dental',
      company: 'Harbor Lane Dental Group, LLC',
      logo_url: null,
      support_email: 'billing@harborlane.example',
      theme: { button: null, button_text: null },
      address: ['48 Harbor Lane, Suite 2', 'Portland, ME 04101'],
      ...overrides.merchant,
    },
    invoice: {
      id: INVOICE_ID,
      title: 'Cleaning and two fillings',
      invoice_number: 'HL-2041',
      item_header: 'Visit of October 28, treated by Dr. Amara Osei',
      items: [
        { label: 'Comprehensive cleaning', amount: 12_000n },
        { label: 'Composite filling, two surfaces', amount: 18_550n },
        { label: 'Composite filling, one surface', amount: 14_250n },
        { label: 'Membership discount', amount: -4_800n },
      ],
      item_footer: 'Insurance has been billed separately. The amounts above are your share.',
      note: 'Thank you for coming in.\nPlease call us if anything still hurts after a week.',
      due_date: '2026-12-04',
      is_overdue: false,
      email: null,
      expire_date: '2027-01-31',
      amount_due: 40_000n,
      paid: 0n,
      pending: 0n,
      remaining_balance: 40_000n,
      allow_partial_pay: false,
      allow_overpayment: false,
      single_payment_min_amount: 0n,
      single_payment_max_amount: 999_999_999n,
      files: [{ id: FILE_ID, name: 'Treatment plan.pdf', size: 48_213 }],
      ...overrides.invoice,
    },
    methods: overrides.methods ?? {
      cc: {
        show_cvv: true,
        require_cvv: true,
        show_street: false,
        require_street: false,
        show_zip: true,
        require_zip: true,
      },
      ach: { required: ['account_holder_name', 'routing', 'account_number', 'account_type'] },
    },
    status: overrides.status ?? 'payable',
    receipt_href: null,
    locale: null,
  }
}

/** Keeps one invoice in memory and takes payments on it: balances move, tokens pay once, a known amount is declined. */
export class MemoryInvoicePort implements InvoicePagePort {
  current: InvoiceView
  readonly visits: string[] = []
  readonly payments: PagePayment[] = []
  triesLeft = 20
  /** Runs before a payment is decided: tests hold it open or break it here. */
  beforeDecision: (payment: PagePayment) => Promise<void> | void = () => {}
  /** The result instead of the one the amount asks for. */
  forced: PayOutcome | null = null
  private readonly attempts = new Map<string, Promise<PayOutcome>>()
  private readonly receipts = new Map<string, ReceiptView>()

  constructor(current: InvoiceView = invoiceView()) {
    this.current = current
  }

  async view(id: string, visitor: string | null): Promise<InvoiceView | null> {
    if (id !== this.current.invoice.id) return null
    if (visitor) this.visits.push(visitor)
    return this.current
  }

  reading(id: string): Promise<InvoiceView | null> {
    return this.view(id, null)
  }

  async mayAttempt(): Promise<{ allowed: true } | { allowed: false; retry_after: number }> {
    this.triesLeft -= 1
    return this.triesLeft >= 0 ? { allowed: true } : { allowed: false, retry_after: 60 }
  }

  async earlier(_invoice_id: string, attempt: string): Promise<PayOutcome | null> {
    return (await this.attempts.get(attempt)) ?? null
  }

  pay(payment: PagePayment): Promise<PayOutcome> {
    const known = this.attempts.get(payment.attempt)
    if (known) return known
    const outcome = this.decide(payment)
    this.attempts.set(payment.attempt, outcome)
    return outcome
  }

  async receipt(invoice_id: string, token: string): Promise<ReceiptView | null> {
    return invoice_id === this.current.invoice.id ? (this.receipts.get(token) ?? null) : null
  }

  async pdf(): Promise<null> {
    return null
  }

  async file(invoice_id: string, file_id: string) {
    if (invoice_id !== this.current.invoice.id) return null
    const file = this.current.invoice.files.find(({ id }) => id === file_id)
    return file ? { name: file.name, content_type: 'application/pdf', content: Buffer.from('%PDF-1.7 test') } : null
  }

  private async decide(payment: PagePayment): Promise<PayOutcome> {
    await this.beforeDecision(payment)
    this.payments.push(payment)
    if (payment.amount === DECLINED_AMOUNT) {
      return { result: 'declined', message: 'The card has not enough funds.', receipt_token: null }
    }
    const result = this.forced?.result ?? 'approved'
    if (result === 'approved') this.work(payment.amount)
    const token = `r${this.payments.length}-${payment.attempt}`
    this.receipts.set(token, this.receiptOf(payment, result === 'unknown' ? 'unknown' : 'approved'))
    return this.forced ?? { result: 'approved', message: '', receipt_token: token }
  }

  private work(amount: bigint): void {
    const { invoice } = this.current
    const rest = invoice.remaining_balance - amount
    const remaining_balance = rest > 0n ? rest : 0n
    const status = remaining_balance === 0n && !invoice.allow_overpayment ? 'paid' : 'payable'
    this.current = {
      ...this.current,
      status,
      invoice: { ...invoice, paid: invoice.paid + amount, remaining_balance },
    }
  }

  private receiptOf(
    { instrument, amount, notification_email_address }: PagePayment,
    result: 'approved' | 'unknown',
  ): ReceiptView {
    const { merchant, invoice, status } = this.current
    const card = instrument.payment_method === 'cc'
    return {
      merchant,
      subject: {
        title: invoice.title,
        number: invoice.invoice_number,
        still_to_pay: status === 'payable' && invoice.remaining_balance > 0n ? invoice.remaining_balance : null,
        page: { href: `/quickinvoice/?id=${invoice.id}`, paid: 'invoice' },
      },
      payment: {
        result,
        reference: '11f0c6d1b2c3d4e5f6071829',
        created_ts: 1_795_000_000,
        tz: 'America/New_York',
        action: card ? 'sale' : 'debit',
        amount,
        tax: null,
        tip_amount: null,
        auth_amount: result === 'approved' ? amount : null,
        settled: false,
        account_type: card ? 'visa' : instrument.account_type,
        payment_method: instrument.payment_method,
        last_four: instrument.account_number.slice(-4),
        account_holder_name: instrument.account_holder_name,
        auth_code: result === 'approved' && card ? 'd1b2c3' : null,
        effective_date: card ? null : '2026-11-22',
        notification_email_address,
      },
      receipt_header: null,
      receipt_footer: 'Refunds are made to the same card within 30 days of the visit.',
    }
  }
}

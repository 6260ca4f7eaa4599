import type { Row } from '../../definition/resource.ts'
import { parseMoney } from '../../lib/money.ts'
import type { file } from '../../resources/file/file.ts'
import { merchantOf } from '../checkout/merchant-of.ts'
import { bankMethod, cardMethod } from '../checkout/methods-of.ts'
import type { Product } from '../checkout/page-subject.ts'
import type { BankMethod } from '../payform/bank.ts'
import { LANGUAGE } from '../show.ts'
import { type Invoice, type Subject, standingOf } from './subject.ts'
import type { InvoiceView } from './view.ts'

/** The page's view of an invoice. */
export function viewOf(subject: Subject, files: readonly Row<typeof file>[], seconds: number): InvoiceView {
  const { invoice, place, products } = subject
  return {
    ...LANGUAGE,
    merchant: merchantOf(subject),
    invoice: {
      id: invoice.id,
      title: invoice.title,
      invoice_number: invoice.invoice_number,
      item_header: invoice.item_header,
      items: Object.entries(invoice.item_list).map(([label, amount]) => ({ label, amount: parseMoney(amount) ?? 0n })),
      item_footer: invoice.item_footer,
      note: invoice.note,
      due_date: invoice.due_date,
      expire_date: invoice.expire_date,
      amount_due: invoice.amount_due,
      paid: invoice.paid_amount,
      remaining_balance: invoice.remaining_balance,
      allow_partial_pay: invoice.allow_partial_pay,
      allow_overpayment: invoice.allow_overpayment,
      files: files.map(({ id, file_name, file_size_bytes }) => ({ id, name: file_name, size: file_size_bytes })),
    },
    methods: { cc: cardMethod(products.cc), ach: invoiceBank(products.ach, invoice) },
    standing: standingOf(invoice, seconds, place.tz),
  }
}

/** What the invoice already says about the payer is not asked again. */
export function invoiceBank(product: Product | null, invoice: Invoice): BankMethod | null {
  return bankMethod(product, requirement => isKnown(requirement, invoice))
}

function isKnown(requirement: string, invoice: Invoice): boolean {
  const { customer_id, dl_number, dl_state, dob_year, ssn4 } = invoice
  if (requirement === 'driver_license') return Boolean(customer_id || (dl_number && dl_state))
  return requirement === 'identity_verification' && Boolean(ssn4 || dob_year)
}

import type { Row } from '../../definition/resource.ts'
import { addressLines } from '../../lib/address-lines.ts'
import { parseMoney } from '../../lib/money.ts'
import type { file } from '../../resources/file/file.ts'
import type { BankMethod } from '../payform/bank.ts'
import type { CardMethod } from '../payform/card.ts'
import type { Language } from '../show.ts'
import { type Invoice, type Product, type Subject, standingOf } from './subject.ts'
import type { InvoiceView, MerchantView } from './view.ts'

export const LANGUAGE: Language = { currency: 'USD', locale: 'en-US' }

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
    methods: { cc: cardMethod(products.cc), ach: bankMethod(products.ach, invoice) },
    standing: standingOf(invoice, seconds, place.tz),
  }
}

export function merchantOf({ place, domain }: Pick<Subject, 'place' | 'domain'>): MerchantView {
  return {
    name: place.name,
    company: domain?.company_name || null,
    logo_url: place.receipt_logo || domain?.logo || null,
    support_email: domain?.support_email || place.email_reply_to || null,
    colours: { accent: domain?.button_primary_color ?? null, on_accent: domain?.button_primary_text_color ?? null },
    address: addressLines(place),
  }
}

function cardMethod(product: Product | null): CardMethod | null {
  if (!product) return null
  return {
    show_cvv: product.vt_cvv,
    require_cvv: product.vt_require_cvv || product.require_cvv_on_keyed_cnp,
    show_street: product.vt_street,
    require_street: product.vt_require_street,
    show_zip: product.vt_zip,
    require_zip: product.vt_require_zip,
  }
}

interface Terminal {
  sec_code?: unknown
  actions?: unknown
  required?: unknown
}

/**
 * A debit authorized on a page is of entry class WEB (Nacha operating rules); a product with terminals for other classes only cannot be
 * used here. What the invoice already says about the payer is not asked again.
 */
export function bankMethod(product: Product | null, invoice: Invoice): BankMethod | null {
  if (!product?.ach_allow_debit) return null
  const { terminals } = product.processor_data as { terminals?: Terminal[] }
  if (!Array.isArray(terminals) || terminals.length === 0) return { required: [] }
  const web = terminals.find(({ sec_code, actions }) => sec_code === 'WEB' && listOf(actions).includes('debit'))
  return web ? { required: listOf(web.required).filter(name => !isKnown(name, invoice)) } : null
}

function isKnown(requirement: string, invoice: Invoice): boolean {
  const { customer_id, dl_number, dl_state, dob_year, ssn4 } = invoice
  if (requirement === 'driver_license') return Boolean(customer_id || (dl_number && dl_state))
  return requirement === 'identity_verification' && Boolean(ssn4 || dob_year)
}

function listOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : []
}

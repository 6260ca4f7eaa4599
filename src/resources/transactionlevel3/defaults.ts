import type { Row } from '../../definition/resource.ts'
import { localDate } from '../../lib/local-date.ts'
import { formatMoney, type Money } from '../../lib/money.ts'
import type { transaction } from '../transaction/transaction.ts'
import type { Brand } from './columns.ts'
import { validateLevel3 } from './validate.ts'

type Payment = Pick<
  Row<typeof transaction>,
  'transaction_amount' | 'tax' | 'description' | 'order_num' | 'billing_zip' | 'created_ts'
>

/** Where the goods come from: the zone tells the date of the order. */
interface Origin {
  tz: string
  zip_code: string | null
}

const UNITED_STATES = '840'
const NOTHING = '0.00'

/**
 * The data a payment gets when the caller has sent none (contract 4.11, rule 3): the payment as one line item. `own` is
 * the product's `level3_default`; its fields go before ours, as long as the whole still fits.
 */
export function defaultLevel3(brand: Brand, payment: Payment, origin: Origin, own: unknown): Record<string, unknown> {
  const plain = validateLevel3(plainLevel3(payment, origin), brand).data
  if (typeof own !== 'object' || own === null || Array.isArray(own)) return plain
  const mixed = validateLevel3({ ...plain, ...own }, brand)
  return Object.keys(mixed.problems).length > 0 ? plain : mixed.data
}

/** All fields of both brands that follow from the payment. */
function plainLevel3(payment: Payment, { tz, zip_code }: Origin): Record<string, unknown> {
  const tax = formatMoney(payment.tax)
  const net = payment.transaction_amount > payment.tax ? payment.transaction_amount - payment.tax : 0n
  const tax_rate = percent(payment.tax, net)
  return {
    tax_exempt: '0',
    sales_tax: tax,
    national_tax: NOTHING,
    freight_amount: NOTHING,
    duty_amount: NOTHING,
    destination_country_code: UNITED_STATES,
    tax_amount: tax,
    tax_rate,
    order_date: localDate(payment.created_ts, tz).toString().slice(2).replaceAll('-', ''),
    ...(payment.billing_zip ? { shipto_zip_code: payment.billing_zip.slice(0, 10) } : {}),
    ...(zip_code ? { shipfrom_zip_code: zip_code } : {}),
    line_items: [
      {
        commodity_code: '00000000',
        description: wordsOf(payment.description, 26) || 'Purchase',
        product_code: wordsOf(payment.order_num, 12) || 'PURCHASE',
        quantity: '1',
        unit_code: 'EA',
        unit_cost: formatMoney(net),
        tax_amount: tax,
        tax_rate,
      },
    ],
  }
}

/** Tax on the net amount in percent, two decimals; zero where it would be no tax rate. */
function percent(tax: Money, net: Money): string {
  const hundredths = net > 0n ? (tax * 10_000n + net / 2n) / net : 0n
  return hundredths < 10_000n ? formatMoney(hundredths) : NOTHING
}

/** Letters, digits and single spaces only. */
function wordsOf(text: string | null, most: number): string {
  const words = (text ?? '').replaceAll(/[^A-Za-z0-9]+/g, ' ').trim()
  return words.slice(0, most).trim()
}

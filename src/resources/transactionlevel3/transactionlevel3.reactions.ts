import type { Row } from '../../definition/resource.ts'
import type { DomainEvent, Projection, UnitOfWork } from '../../definition/store.ts'
import { bininfo, isCommercial } from '../../lib/bin/bininfo.ts'
import { location } from '../location/location.ts'
import { producttransaction } from '../producttransaction/producttransaction.ts'
import type { transaction } from '../transaction/transaction.ts'
import { defaultLevel3 } from './defaults.ts'
import { brandOf, offersLevel3 } from './transactionlevel3.rules.ts'
import { transactionlevel3 } from './transactionlevel3.ts'

type Payment = Row<typeof transaction>

/** Payments with a company's card get their data as soon as they are approved. */
export const level3Defaults: Projection[] = [{ on: 'transaction', verbs: 'any', fold: addDefault }]

const SALE = 20

async function addDefault(work: UnitOfWork, event: DomainEvent): Promise<void> {
  const payment = event.row as Payment
  const brand = brandOf(payment.account_type)
  if (payment.outcome !== 'approved' || event.before?.outcome === 'approved' || payment.type_id !== SALE || !brand)
    return
  if (!(await isCompanyCard(work, payment))) return
  const product = await work.maybe(producttransaction, payment.product_transaction_id)
  const place = await work.maybe(location, payment.location_id)
  if (!product || !place || !offersLevel3(product)) return
  await work.insert(transactionlevel3, {
    transaction_id: payment.id,
    location_id: payment.location_id,
    level3_data: defaultLevel3(brand, payment, place, product.level3_default),
    automatic: true,
  })
}

/** The vault knows it from the whole number; of a card only a terminal has seen, the first digits may tell. */
async function isCompanyCard(work: UnitOfWork, payment: Payment): Promise<boolean> {
  const [instrument] = await work.query<{ card_class: string | null }>(
    'select card_class from instrument where id = $1 and root_id = $2',
    [payment.instrument_id, work.actor.caller.root_id],
  )
  if (instrument) return isCommercial({ card_class: instrument.card_class ?? '' })
  return payment.first_six !== null && isCommercial(bininfo(payment.first_six))
}

import type { Settable } from '../../definition/resource.ts'
import { bininfo, isCommercial } from '../../lib/bin/bininfo.ts'
import type { TransactionRow } from '../../resources/transaction/transaction.ts'
import { defaultLevel3 } from '../../resources/transactionlevel3/defaults.ts'
import { brandOf, offersLevel3 } from '../../resources/transactionlevel3/transactionlevel3.rules.ts'
import { transactionlevel3 } from '../../resources/transactionlevel3/transactionlevel3.ts'
import type { PostingBatch, WrittenChange } from './posting-batch.ts'

/** Whether it is, at a product that takes level 3 data. */
export async function needsLevel3(posting: PostingBatch, payment: TransactionRow): Promise<boolean> {
  if (!(await isCompanyCard(posting, payment))) return false
  const product = await posting.productOf(payment)
  return product !== null && offersLevel3(product)
}

/** The vault knows it from the whole number; of a card only a terminal has read, the first digits may tell. */
async function isCompanyCard(posting: PostingBatch, payment: TransactionRow): Promise<boolean> {
  const instrument = await posting.cardClassOf(payment)
  if (instrument) return isCommercial({ card_class: instrument.card_class ?? '' })
  return payment.first_six !== null && isCommercial(bininfo(payment.first_six))
}

/** Stores the level 3 data of companies' cards that a merchant may replace (contract 4.11). */
export async function addLevel3(posting: PostingBatch, changes: readonly WrittenChange[]): Promise<void> {
  const records = await Promise.all(
    changes.map(async ({ after, actor }) => ({ record: await level3Of(posting, after), actor })),
  )
  const made = records.flatMap(({ record, actor }) => (record ? [{ record, actor }] : []))
  await posting.work.insertAll(transactionlevel3, made)
}

async function level3Of(
  posting: PostingBatch,
  payment: TransactionRow,
): Promise<Settable<typeof transactionlevel3> | null> {
  const brand = brandOf(payment.account_type)
  const product = await posting.productOf(payment)
  const place = await posting.placeOf(payment)
  if (!brand || !product || !place) return null
  const level3_data = defaultLevel3(brand, payment, place, product.level3_default)
  return { transaction_id: payment.id, location_id: payment.location_id, level3_data, automatic: true }
}

import type { Row } from '../../definition/resource.ts'
import type { Reader } from '../../definition/rules.ts'
import type { UnitOfWork } from '../../definition/store.ts'
import { momentOn, zoned } from '../../lib/local-date.ts'
import { location } from '../location/location.ts'
import { producttransaction } from '../producttransaction/producttransaction.ts'
import { PROCESSING, type transactionbatch } from './transactionbatch.ts'

type Batch = Row<typeof transactionbatch>
type Product = Row<typeof producttransaction>

/** A batch that was refused is tried again by itself on so many days; then it waits for a person. */
const TRIES = 3

/** When the day of a product's batch ends next after `seconds`: at its hour, in its own zone or its location's. */
export async function cutOffOf(read: Reader, product: Product, seconds: number): Promise<number> {
  const zone = product.tz || (await read.maybe(location, product.location_id))?.tz
  return cutOffAfter(seconds, product.batch_settle_hour, zone)
}

/**
 * When a batch that stands like this is settled by itself next, after `seconds`; null when it is not. A person who has
 * said that it is to be processed again (4) is obeyed also where a product settles nothing by itself.
 */
export async function nextCutOff(
  work: UnitOfWork,
  batch: Pick<Batch, 'id' | 'product_transaction_id' | 'processing_status_id'>,
  seconds: number,
): Promise<number | null> {
  const product = await work.maybe(producttransaction, batch.product_transaction_id)
  if (!product || !(await isAutomatic(work, batch, product))) return null
  return cutOffOf(work, product, seconds)
}

async function isAutomatic(
  work: UnitOfWork,
  { id, processing_status_id: status }: Pick<Batch, 'id' | 'processing_status_id'>,
  product: Product,
): Promise<boolean> {
  if (status === PROCESSING.again) return true
  if (status === PROCESSING.to_settle) return product.batch_auto_settle
  if (status !== PROCESSING.error || !product.batch_auto_settle) return false
  const text = `select count(distinct try)::int as refusals from settlement where transactionbatch_id = $1 and state = 'error'`
  const [row] = await work.query<{ refusals: number }>(text, [id])
  return (row?.refusals ?? 0) <= TRIES
}

/** The first moment after `seconds` at which it is this hour (0 to 23) in the zone; Unix seconds. */
function cutOffAfter(seconds: number, hour: number, zone: string | null | undefined): number {
  const today = zoned(seconds, zone).toPlainDate()
  const moment = momentOn(today, hour, zone)
  return moment > seconds ? moment : momentOn(today.add({ days: 1 }), hour, zone)
}

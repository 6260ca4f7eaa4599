import type { UnitOfWork } from '../definition/store.ts'
import type { Used, UsedUp } from '../lib/quotas.ts'

/** What a merchant may use at the cost of others, counted in the database for all processes together. */
export interface Quotas {
  /** Takes this much of all spans, or of none: returns the quota of which too little is left, or null. */
  take(root_id: string, used: Used, amount?: number): Promise<UsedUp | null>
  /** Returns the quota of which less than this is left, or null. Takes nothing. */
  usedUp(root_id: string, used: Used, amount?: number): Promise<UsedUp | null>
  /** Takes within a transaction of the merchant; PostgreSQL refuses what is too much (`merchant_use_within`). */
  takeIn(work: UnitOfWork, used: Used, amount: number): Promise<void>
  giveBack(work: UnitOfWork, used: Used, amount: number): Promise<void>
}

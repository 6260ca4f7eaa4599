import { debit } from './bank.ts'
import {
  authorization,
  backLater,
  besideLists,
  closing,
  kept,
  moved,
  refunds,
  sale,
  settledBack,
  voided,
} from './cards.ts'
import { forgotten, invoice, paylink, people } from './pages.ts'
import type { Scenario } from './scenario.ts'
import { schedule } from './schedules.ts'

/** Everything merchants do, with how often. */
export const SCENARIOS: Readonly<Record<string, readonly [Scenario, number]>> = {
  sale: [sale, 6],
  debit: [debit, 2],
  authorization: [authorization, 3],
  voided: [voided, 3],
  refunds: [refunds, 4],
  backLater: [backLater, 2],
  kept: [kept, 2],
  closing: [closing, 1],
  settledBack: [settledBack, 1],
  moved: [moved, 1],
  invoice: [invoice, 4],
  paylink: [paylink, 3],
  people: [people, 2],
  forgotten: [forgotten, 1],
  schedule: [schedule, 2],
  // Only where it is asked for: a killed process delays a sale as well.
  besideLists: [besideLists, 0],
}

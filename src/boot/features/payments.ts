import { machineClock } from '../../adapters/clock/machine.ts'
import { notificationRoutes } from '../../http/processor-notifications.ts'
import { storeAmountLimits } from '../../payments/accounts/amount-limits.ts'
import { notifications, notifiedTask } from '../../payments/accounts/notifications.ts'
import { openCircuits } from '../../payments/accounts/open-circuits.ts'
import { processorAccounts } from '../../payments/accounts/processor-accounts.ts'
import { noteTrouble, troubleNotices, troubleTasks } from '../../payments/accounts/troubles.ts'
import { openLines } from '../../payments/lifecycle/lines.ts'
import { RETRY_POLICY } from '../../payments/lifecycle/payment-context.ts'
import { unsealing } from '../../payments/lifecycle/routing.ts'
import { openPayments } from '../../payments/open-payments.ts'
import { discrepancyNotices, discrepancyTasks } from '../../payments/reconciliation/notice.ts'
import { returnsDue, returnsTask } from '../../payments/resolution/returned-later.ts'
import { authorizationsDue } from '../../resources/transaction/transaction.due.ts'
import { transactionTasks } from '../../resources/transaction/transaction.tasks.ts'
import {
  compareTask,
  settleTask,
  transactionbatchCompared,
  transactionbatchDue,
} from '../../resources/transactionbatch/transactionbatch.due.ts'
import { transactionbatchTasks } from '../../resources/transactionbatch/transactionbatch.tasks.ts'
import type { AppParts, Core, Feature } from '../parts.ts'

const RESOLVE_EVERY_MS = 2_000
const LOOK_EVERY_MS = 10_000
const COMPARE_EVERY_MS = 60_000

/** Opens the way to the processors, the accounts there, and the payments that go through them. */
export function openProcessing(
  given: AppParts,
  { store, vaulting, watch }: Pick<Core, 'store' | 'vaulting' | 'watch'>,
) {
  const { config, db, cipher, clock, log, connectors } = given
  const processors = unsealing(cipher, connectors)
  const circuits = openCircuits({ db, clock })
  const lines = openLines({ clock, log, turned: circuits.turned })
  const retry_policy = { ...RETRY_POLICY, ...given.retry_policy }
  const payments = openPayments({
    ...{ db, store, vaulting, processors, lines, clock, log, retry_policy },
    misconfigured: noteTrouble({ db, clock, log }),
    decided: watch.count,
    night: config.night,
  })
  const allow_loopback = config.mode === 'sandbox'
  const accounts = processorAccounts({ db, store, cipher, clock, connectors, allow_loopback })
  return { payments, accounts, circuits, processors, lines, retry_policy }
}

/**
 * Payments and their batches: unknown outcomes, receipts, settlement at the end of the day, and the comparison of the
 * books with processors and banks.
 */
export function paymentsFeature(core: Core): Feature {
  const { config, db, clock, connectors, payments, circuits, messaging, publicUrl } = core
  const takeNotification = notifications(core)
  const telling = { db, clock, mailer: messaging.mailer, to: config.notice_email, publicUrl }
  const { resolution, reconciliation } = payments
  return {
    routes: async http =>
      void (await http.register(notificationRoutes, { takeNotification, seconds: machineClock.seconds })),
    tasks: {
      ...transactionTasks({ payments, messages: messaging.messages, publicUrl }),
      ...transactionbatchTasks({ payments }),
      ...notifiedTask.does(({ root_id, payload }) => resolution.lookAgain(root_id ?? '', payload.attempt_id)),
      ...returnsTask.does(resolution.askAboutReturns),
      ...discrepancyTasks(telling),
      ...troubleTasks(telling),
    },
    at_once: { [notifiedTask.name]: 5, [settleTask.name]: 5, [compareTask.name]: 2 },
    prepare: async () => void (await storeAmountLimits(db, connectors)),
    beforeClose: async () => payments.close(),
    dueScans: [
      ...[transactionbatchDue, transactionbatchCompared, authorizationsDue, returnsDue],
      ...[discrepancyNotices, troubleNotices],
    ],
    // Apart from each other: a processor that hangs in one of them keeps the others from nothing.
    periodicTasks: [
      { name: 'resolve unknown payments', every_ms: RESOLVE_EVERY_MS, run: resolution.payments },
      { name: 'resolve unknown settlements', every_ms: RESOLVE_EVERY_MS, run: resolution.settlements },
      { name: 'look for orders that were given up', every_ms: LOOK_EVERY_MS, run: resolution.givenUp },
      { name: 'compare the books', every_ms: COMPARE_EVERY_MS, run: reconciliation.compareNight },
    ],
    background: { start: () => undefined, stop: resolution.stop },
    close: circuits.close,
  }
}

import { dueScan } from '../../jobs/declare/due-scan.ts'
import { defineTask } from '../../jobs/declare/task.ts'
import { POSTBACKS_DUE, purgePostbacks } from '../../postbacks/queue.ts'
import { postbackconfigTasks } from '../../resources/postbackconfig/postbackconfig.tasks.ts'
import type { Core, Feature } from '../parts.ts'

const PURGE_EVERY_MS = 60_000

const deliverTask = defineTask<object>('postbacks.deliver')

/** Delivery of postbacks. */
export function postbacksFeature({ config, db, clock, dispatcher, poster, messaging }: Core): Feature {
  const due = dueScan({ name: 'postbacks', task: deliverTask, moment: POSTBACKS_DUE })
  return {
    tasks: { ...deliverTask.does(() => dispatcher.settle()), ...postbackconfigTasks(messaging) },
    // Moving the sandbox's clock has to deliver what falls due. In live mode the dispatcher's own loop does, and
    // nothing waits for it.
    dueScans: config.mode === 'sandbox' ? [due] : [],
    periodicTasks: [{ name: 'purge old postbacks', every_ms: PURGE_EVERY_MS, run: () => purgePostbacks(db, clock) }],
    background: dispatcher,
    close: () => poster.close(),
  }
}

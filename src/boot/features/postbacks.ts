import { postbackDue, postbackTasks } from '../../postbacks/due.ts'
import { forgetOldPostbacks } from '../../postbacks/forget-old.ts'
import { postbackconfigTasks } from '../../resources/postbackconfig/postbackconfig.tasks.ts'
import type { Core, Feature } from '../parts.ts'

const FORGET_EVERY_MS = 60_000

/** Delivery of postbacks. */
export function postbacksFeature({ config, db, clock, dispatcher, poster, messaging }: Core): Feature {
  return {
    tasks: { ...postbackTasks(dispatcher), ...postbackconfigTasks(messaging) },
    // Where the clock can be moved, postbacks have to fall due like all other work.
    dueScans: config.mode === 'sandbox' ? [postbackDue(db, clock, dispatcher)] : [],
    periodicTasks: [
      { name: 'forget old postbacks', every_ms: FORGET_EVERY_MS, run: () => forgetOldPostbacks(db, clock) },
    ],
    background: dispatcher,
    close: () => poster.close(),
  }
}

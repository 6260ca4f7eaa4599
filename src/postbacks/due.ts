import type { Database } from '../db/database.ts'
import type { JobRun, Tasks } from '../definition/task.ts'
import type { DueScan } from '../jobs/due-scan.ts'
import { newId } from '../lib/id.ts'
import type { Clock } from '../ports/clock.ts'
import type { Dispatcher } from './dispatcher.ts'

const TASK = 'postbacks.deliver'

/**
 * Lets the sandbox clock drive the courier: whoever moves it, or looks what came of a request, waits for one job that
 * delivers all that is due. In live mode the courier's own loop does that, and nobody waits.
 */
export function postbackDue(db: Database, clock: Clock, posts: Dispatcher): DueScan {
  return {
    name: 'postbacks',
    next: posts.next,
    enqueue: seconds =>
      db.run(
        `insert into job (id, task, payload, key, run_at, created_ts) values ($1, '${TASK}', '{}', '${TASK}', $2, $2)
         on conflict (key) do nothing`,
        [newId(clock.now()), seconds],
      ),
  }
}

export function postbackTasks(posts: Dispatcher): Tasks {
  return { [TASK]: (_job: JobRun) => posts.settle() }
}

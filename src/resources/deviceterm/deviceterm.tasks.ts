import { systemCaller } from '../../definition/caller.ts'
import type { Store } from '../../definition/store.ts'
import type { Tasks } from '../../jobs/declare/task.ts'
import { deviceterm, giveUpTask, REASON } from './deviceterm.ts'

/** What workers do for device terms: a prompt nobody waits for any more has no answer (1531), and so can be shown again. */
export function devicetermTasks({ store }: { store: Store }): Tasks {
  return giveUpTask.does(({ payload, root_id }) =>
    store.transaction({ caller: systemCaller(root_id ?? '', 'worker') }, async work => {
      const row = await work.lock(deviceterm, payload.deviceterm_id)
      if (row?.prompts !== payload.prompts || row?.reason_code_id !== null) return
      await work.update(deviceterm, row, { reason_code_id: REASON.unanswered }, { verb: 'answered' })
    }),
  )
}

import { systemCaller } from '../../definition/caller.ts'
import type { Door } from '../../definition/door.ts'
import type { Tasks } from '../../definition/task.ts'
import { deviceterm, REASON } from './deviceterm.ts'

/** What workers do for device terms: a prompt nobody waits for any more has no answer (1531), and so can be shown again. */
export function devicetermTasks({ door }: { door: Door }): Tasks {
  return {
    async 'deviceterm.give_up'({ payload, root_id }) {
      await door.open({ caller: systemCaller(root_id ?? '', 'worker') }, async book => {
        const row = await book.lock(deviceterm, payload.deviceterm_id as string)
        if (row?.prompts !== payload.prompts || row?.reason_code_id !== null) return
        await book.update(deviceterm, row, { reason_code_id: REASON.unanswered }, { verb: 'answered' })
      })
    },
  }
}

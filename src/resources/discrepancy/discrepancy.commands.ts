import { type Command, decided } from '../../definition/command.ts'
import { text } from '../../definition/field.ts'
import { invalidField } from '../../lib/problem.ts'
import { discrepancy } from './discrepancy.ts'

export const discrepancyCommands: Command<typeof discrepancy>[] = [
  decided(discrepancy, {
    name: 'explain',
    method: 'POST',
    input: { note: text(1, 512, 'RP', { note: 'What was found out, and what was done.' }) },
    says: 'Closes a discrepancy that a person has looked into. It opens again when either side changes what it says.',
    decide({ status }, input, _facts, { seconds, caller }) {
      if (status === 'gone') throw invalidField('status', 'Both sides are equal again; there is nothing to explain.')
      const set = {
        status: 'explained',
        note: input.note as string,
        explained_ts: seconds,
        explained_user_id: caller.user_id,
        notice_ts: null,
      } as const
      return { set, effects: [], verb: 'explained' }
    },
  }),
]

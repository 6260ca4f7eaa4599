import { type Command, decided } from '../../definition/command.ts'
import type { Row } from '../../definition/resource.ts'
import { forbidden, invalidField } from '../../lib/problem.ts'
import { changelog } from '../changelog/changelog.ts'
import { user } from '../user/user.ts'
import { secondPersonProblem, TAKEN_OVER_SECONDS } from './refundapproval.rules.ts'
import { refundapproval } from './refundapproval.ts'

type Approval = typeof refundapproval

interface Decider {
  by: Row<typeof user> | null
  /** The one who asked has made or changed this user, by the audit trail. */
  is_handled: boolean
  /** This user has changed the one who asked within the last days, for example by a new key. */
  has_taken_over: boolean
}

/** Decided by a user himself, once, before it expires. */
const decision = (name: 'approve' | 'refuse', status: 'approved' | 'refused', says: string): Command<Approval> =>
  decided<Approval, Decider>(refundapproval, {
    name,
    method: 'POST',
    says,
    async load({ created_user_id, created_ts }, _input, read, { caller: { user_id } }) {
      const tree = read.asRoot()
      const by = await tree.maybe(user, user_id)
      const is_handled = await tree.exists(changelog, { model_id: user_id, user_id: created_user_id })
      const changes = await tree.all(changelog, { model_id: created_user_id, user_id, action: 'UPDATE' })
      const has_taken_over = changes.some(change => change.created_ts > created_ts - TAKEN_OVER_SECONDS)
      return { by, is_handled, has_taken_over }
    },
    decide(row, _input, { by, ...known }, { seconds }) {
      if (!by) throw forbidden()
      const problem = secondPersonProblem(row, by, known)
      if (problem) throw forbidden(problem)
      if (row.status !== 'waiting') throw invalidField('status', `The request is ${row.status} already.`)
      if (seconds >= row.expire_ts) throw invalidField('expire_ts', 'The request has expired: ask again.')
      return { set: { status, decided_ts: seconds, decided_user_id: by.id }, effects: [], verb: status }
    },
  })

export const refundapprovalCommands: Command<Approval>[] = [
  decision(
    'approve',
    'approved',
    'Approves a refund for the user who asked for it. By another user, whom that one has neither made nor changed; not by an integration or a limited key.',
  ),
  decision('refuse', 'refused', 'Refuses a refund, which can be asked for again.'),
]

import { POSTBACK } from '../../../src/resources/postback_log/postback_log.ts'
import type { Offered, RecordAction } from './action.ts'
import type { ApiRecord } from './brief.ts'
import type { RecordView } from './read-record.ts'

export function configActions({ id, record, postbacks }: RecordView): Offered[] {
  const path = `postbackconfigs/${id}`
  const is_active = Boolean(record.is_active)
  const put = (active: 0 | 1) => () =>
    ({ method: 'PUT', path, body: { postbackconfig: { is_active: active } } }) as const
  return [
    is_active && {
      name: 'ping',
      button: 'Send a ping',
      says: 'A postback of type PING, to try the receiver.',
      doing: () => ({ method: 'POST', path: `${path}/ping` }),
    },
    is_active &&
      postbacks.records.some(({ postback_status_id }) => NOT_ARRIVED.includes(postback_status_id)) && {
        name: 'replay',
        button: 'Send again what never arrived',
        says: 'Every postback that failed or was canceled, oldest first.',
        doing: () => ({ method: 'POST', path: `${path}/replay` }),
      },
    is_active
      ? { name: 'off', button: 'Switch off', says: 'Nothing is posted until it is switched on.', doing: put(0) }
      : { name: 'on', button: 'Switch on', says: 'What happens from now on is posted.', doing: put(1) },
  ]
}

const NOT_ARRIVED: readonly unknown[] = [POSTBACK.failed, POSTBACK.canceled]

/** Whether a postback can be sent again: it is over, its data is kept, and its configuration is active. */
export function isReplayable({ next_run_ts, data, postback_config }: ApiRecord): boolean {
  return next_run_ts === null && data !== null && Boolean((postback_config as ApiRecord | null)?.is_active)
}

export function sendAgain({ id }: ApiRecord): RecordAction {
  return {
    name: 'replay',
    button: 'Send again',
    says: 'The same data under the same webhook-id.',
    doing: () => ({ method: 'POST', path: `postbacklogs/${id}/replay` }),
  }
}

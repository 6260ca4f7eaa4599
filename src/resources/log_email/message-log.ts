import type { Row, Settable } from '../../definition/resource.ts'
import type { Channel, LogChange, MessageLog } from '../../messages/ports.ts'
import { log_sms } from '../log_sms/log_sms.ts'
import { log_email } from './log_email.ts'

type Log = typeof log_email

/** Both logs have the same columns for the status of a message, so one type serves for both. */
function logOf(channel: Channel): Log {
  return channel === 'email' ? log_email : (log_sms as unknown as Log)
}

const settable = (set: LogChange) => set as Settable<Log>

const TABLES: Readonly<Record<Channel, string>> = { email: 'log_email', sms: 'log_sms' }

export const messageLog: MessageLog = {
  find: (read, channel, id) => read.maybe(logOf(channel), id),
  insert: (store, actor, channel, record) => store.insert(actor, logOf(channel), settable(record)),
  lock: (work, channel, id) => work.lock(logOf(channel), id),
  update: (work, channel, row, set, options) => work.update(logOf(channel), row as Row<Log>, settable(set), options),
  async rootsThatTexted(db, recipient) {
    const text = 'select distinct root_id from log_sms where recipient = $1'
    return (await db.query<{ root_id: string }>(text, [recipient])).map(({ root_id }) => root_id)
  },
  async textOfProvider(db, provider_id) {
    const text = 'select id, root_id from log_sms where provider_id = $1'
    return (await db.query<{ id: string; root_id: string }>(text, [provider_id]))[0] ?? null
  },
  async recent(db, { root_id, channel, recipient, about, since }) {
    const text = `
select count(*) filter (where reason_model = $3 and reason_model_id = $4)::int as of_record,
       count(*) filter (where reason_model <> 'Transaction')::int as of_recipient
  from ${TABLES[channel]} where root_id = $1 and recipient = $2 and created_ts > $5 and status <> 'withheld'`
    const values = [root_id, recipient, about.model, about.id, since]
    const [counts] = await db.query<{ of_record: number; of_recipient: number }>(text, values)
    return counts!
  },
  async mailOf(db, id) {
    const text = 'select root_id, location_id, recipient from log_email where id = $1'
    return (await db.query<{ root_id: string; location_id: string; recipient: string }>(text, [id]))[0] ?? null
  },
}

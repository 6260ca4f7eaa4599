/**
 * Postbacks: who is notified of what, the attempts to deliver it, and their outcomes. Never: HTTP, pages, another
 * noun's rules.
 */
import type { Outbox, OutboxMessage } from '../ports/outbox.ts'
import { POSTBACK } from '../resources/postback_log/postback_log.ts'
import { POSTED } from '../resources/postbackconfig/postbackconfig.ts'

const TYPES = {
  CREATE: 'on_create',
  UPDATE: 'on_update',
  DELETE: 'on_delete',
} as const

type PostbackType = keyof typeof TYPES

const posted: ReadonlySet<string> = new Set(POSTED)

/**
 * Stores a postback for every active configuration whose location, resource and product match (contract section 6). It
 * is part of the statement that stores the record, so that neither can be stored without the other. Where no
 * configuration matches it costs one index lookup.
 */
export function postbackOutbox(wake: () => void): Outbox {
  return { wake, clause: message => (posted.has(message.resource.name) ? clause(message) : null) }
}

function clause(message: OutboxMessage): string | null {
  const type = typeOf(message)
  if (type === null) return null
  const { resource, seconds, params } = message
  const noun = params.add(resource.name)
  const event = message.event()
  const now = params.add(seconds)
  // Other resources have no such column, and their configurations name no product.
  const product =
    'product_transaction_id' in resource.fields
      ? ' and (config.product_transaction_id is null or config.product_transaction_id = stored.product_transaction_id)'
      : ''
  // A postback is not due before the retry of an earlier one about the same record.
  return `insert into postback_log (id, root_id, location_id, postback_config_id, resource, type, resource_id,
   postback_status_id, number_of_attempts, next_run_ts, message_id, event_id, expands, record, created_ts, modified_ts)
 select named.id, stored.root_id, stored.location_id, config.id, ${noun}, '${type}', stored.id,
   ${POSTBACK.new}, 0, greatest(${now}::bigint, (select max(earlier.next_run_ts) from postback_log earlier
     where earlier.postback_config_id = config.id and earlier.resource_id = stored.id and earlier.next_run_ts is not null)),
   named.id, ${event}, config.expands, row_to_json(stored), ${now}::bigint, ${now}::bigint
   from stored
   join postbackconfig config on config.location_id = stored.location_id and config.resource = ${noun}
    and config.is_active and config.deleted_ts is null and config.${TYPES[type]}${product},
   lateral (select left(${event}::text, 11) || left(md5(${event}::text || config.id), 13) as id) named
 returning 1`
}

/**
 * Events with a verb of their own are posted when they changed a column that callers see. A reminder leaves the record
 * as it was, and a payment that was only submitted is none yet.
 */
function typeOf({ resource, verb, changed, gone }: OutboxMessage): PostbackType | null {
  if (gone) return 'DELETE'
  if (verb === 'created') return 'CREATE'
  if (verb.startsWith('started')) return null
  const isShown = (name: string) => resource.fields[name]?.options.reach === undefined && name in resource.fields
  return verb === 'updated' || changed?.some(isShown) ? 'UPDATE' : null
}

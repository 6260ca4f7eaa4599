import type { ReceivedPostback, Receiver } from '../receivers.ts'
import type { Evidence } from './evidence.ts'
import { type Finding, findings } from './finding.ts'

interface Due {
  event_id: string
  verb: string
  noun: string
  record_id: string
  url: string
  message_id: string | null
  messages: number
}

/**
 * Every event that a configuration asks for was read by its receiver at least once, under one id and with the same
 * content.
 */
export async function eventsAndReceivers({ sql, receivers, payments }: Evidence): Promise<Finding[]> {
  const { found, mismatch, duplicate, lost } = findings('events and postback receivers')
  const read = new Map(receivers.map(each => [each.url, byId(each)]))
  for (const { event_id, verb, noun, record_id, url, message_id, messages } of await sql<Due>(DUE)) {
    const is = `${noun} ${record_id} ${verb} (event ${event_id})`
    if (messages > 1) duplicate(`${is} is to be told ${messages} times at ${url}`)
    if (message_id === null) lost(`${is} was never to be told at ${url}`)
    else if (!read.get(url)?.has(message_id)) lost(`${is} was never read by the receiver at ${url}`)
  }
  for (const { kind_of_receiver, received } of receivers) {
    for (const [id, same] of Map.groupBy(received, each => each.id))
      if (new Set(same.map(({ says }) => says)).size > 1)
        mismatch(`postback ${id} said different things to the ${kind_of_receiver} receiver`)
    for (const [id, last] of lastOf(received.filter(({ resource }) => resource === 'transaction'))) {
      const payment = payments.get(id)
      if (!payment) mismatch(`the ${kind_of_receiver} receiver was told of transaction ${id}, which is not there`)
      else if (Number(last.data.status_id) !== payment.status_id)
        mismatch(
          `the ${kind_of_receiver} receiver was last told of transaction ${id} with status ${last.data.status_id}; it is ${payment.status_id}`,
        )
    }
  }
  return found
}

function byId({ received }: Receiver): Set<string> {
  return new Set(received.map(({ id }) => id))
}

/** The last postback about each record. A repeated delivery counts where it first arrived. */
function lastOf(received: readonly ReceivedPostback[]): Map<string, ReceivedPostback> {
  const seen = new Set<string>()
  const last = new Map<string, ReceivedPostback>()
  for (const one of received) {
    if (seen.has(one.id)) continue
    seen.add(one.id)
    last.set(String(one.data.id), one)
  }
  return last
}

/**
 * Taken from the events and not from the postback log: a row that is missing there could not show that it is missing.
 */
const DUE = `
select event.id as event_id, event.verb, event.noun, event.record_id, config.url, min(log.message_id) as message_id, count(log.id)::int as messages
  from event
  join postbackconfig config on config.resource = event.noun and config.location_id = event.location_id and config.created_ts <= event.created_ts
  left join transaction on event.noun = 'transaction' and transaction.id = event.record_id
  left join transactionbatch batch on event.noun = 'transactionbatch' and batch.id = event.record_id
  left join postback_log log on log.event_id = event.id and log.postback_config_id = config.id
 where event.verb in ('created', 'updated', 'deleted')
   and (config.product_transaction_id is null
        or config.product_transaction_id = coalesce(transaction.product_transaction_id, batch.product_transaction_id))
   and config.deleted_ts is null
 group by 1, 2, 3, 4, 5`

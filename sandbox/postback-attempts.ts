import type { Database } from '../src/db/database.ts'
import { bodyOf } from '../src/postbacks/post.ts'

const MOST = 1000

interface AttemptRow {
  id: string
  postback_log_id: string
  postback_config_id: string
  location_id: string
  message_id: string
  type: string
  resource: string
  resource_id: string
  data: string
  number_of_attempts: number
  succeeded: boolean
  url: string
  request_headers: Record<string, string>
  response_status: number | null
  response_headers: Record<string, string> | null
  response_body: string | null
  error: string | null
  duration_ms: number
  created_ts: number
}

/**
 * Returns every attempt with its request and response, oldest first: the latest thousand of one configuration or of
 * all.
 */
export async function postbackAttempts(db: Database, config_id: string | undefined): Promise<unknown[]> {
  if (config_id?.includes('\u0000')) return []
  const rows = await db.query<AttemptRow>(
    `select a.*, l.message_id, l.type, l.resource, l.resource_id, l.data
       from postback_attempt a join postback_log l on l.id = a.postback_log_id
      where $1::text is null or a.postback_config_id = $1
      order by a.id desc limit ${MOST}`,
    [config_id ?? null],
  )
  return rows.toReversed().map(row => ({
    id: row.id,
    config_id: row.postback_config_id,
    location_id: row.location_id,
    postback_log_id: row.postback_log_id,
    webhook_id: row.message_id,
    type: row.type,
    resource: row.resource,
    resource_id: row.resource_id,
    number_of_attempts: row.number_of_attempts,
    succeeded: row.succeeded,
    created_ts: row.created_ts,
    duration_ms: row.duration_ms,
    request: {
      method: 'POST',
      url: row.url,
      headers: row.request_headers,
      body: bodyOf(row, row.number_of_attempts),
    },
    response:
      row.response_status === null
        ? null
        : { status: row.response_status, headers: row.response_headers, body: row.response_body },
    error: row.error,
  }))
}

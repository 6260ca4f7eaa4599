import type { JsonSchema } from '../../definition/kind.ts'
import type { Resource } from '../../definition/resource.ts'
import { componentName } from './names.ts'
import { reference } from './record-schema.ts'

const header = (name: string, required: boolean, description: string) => ({
  name,
  in: 'header',
  required,
  description,
  schema: { type: 'string' },
})

const HEADERS = [
  header('webhook-id', true, 'The same for every attempt and every replay of one postback.'),
  header('webhook-timestamp', true, 'When this attempt was signed, in Unix seconds.'),
  header(
    'webhook-signature',
    false,
    'By Standard Webhooks: `v1,` and the HMAC-SHA-256 of id, timestamp and body, joined by dots, in Base64. Two of them, with a blank between, while a secret is being replaced.',
  ),
  header('x-request-id', false, 'The request that changed the record; left out where none did.'),
]

/** The body of every postback (contract section 6). */
export const postbackSchemas: Record<string, JsonSchema> = {
  Postback: {
    type: 'object',
    description: 'What happened to a record, posted to a receiver.',
    required: ['type', 'resource', 'number_of_attempts', 'data'],
    properties: {
      type: {
        type: 'string',
        enum: ['CREATE', 'UPDATE', 'DELETE', 'PING'],
        description: 'What happened. PING is sent by the ping of a configuration, with its id as data.',
      },
      resource: { type: 'string', description: 'The resource of the record.' },
      number_of_attempts: { type: 'integer', description: 'The number of this attempt, counted from 1.' },
      data: {
        type: 'string',
        contentMediaType: 'application/json',
        description:
          'The record as a string of JSON, as it was at that moment, with the expands that are configured and without its links.',
      },
    },
  },
}

/** Returns what is posted to receivers, by resource. */
export function webhooksOf(resources: readonly Resource[]): Record<string, Record<string, Record<string, unknown>>> {
  return Object.fromEntries(resources.map(resource => [resource.name, { post: webhookOf(resource) }]))
}

function webhookOf(resource: Resource): Record<string, unknown> {
  const record = componentName(resource)
  const data = { contentMediaType: 'application/json', contentSchema: reference(record) }
  const own = { properties: { resource: { const: resource.name }, data } }
  return {
    operationId: `on${record}`,
    tags: ['postbacks'],
    summary: `A ${resource.name} was created, changed or deleted`,
    description: `Sent where a configuration has \`resource\` ${resource.name}. With its Basic credentials, if it has any. A response of 2xx takes it; anything else is tried again, as often as the configuration says.`,
    security: [],
    parameters: HEADERS,
    requestBody: {
      required: true,
      content: { 'application/json': { schema: { allOf: [reference('Postback'), own] } } },
    },
    responses: {
      '2XX': { description: 'Taken.' },
      '4XX': { description: 'Not taken; it is tried again, as after any other answer and after none.' },
    },
  }
}

import assert from 'node:assert/strict'
import type { Route } from '../../src/http/openapi/routes.ts'
import type { Answer, Client, Json } from './app.ts'
import type { Conforming } from './conforming.ts'

const KEY = 'isolation-test-key-0'

/** Makes a user of this type at the location and returns its client. */
export async function userAt(
  c: Conforming,
  location_id: string,
  user_type_id: number,
  by = c.own.api,
): Promise<Client> {
  const username = `u${user_type_id}${location_id.slice(-6)}`
  const user = { username, last_name: 'U', email: 'u@example.com', primary_location_id: location_id, user_type_id }
  const { status, body, text } = await by.post('users', { user: { ...user, user_api_key: KEY } })
  assert.equal(status, 201, text)
  return c.t.as({ 'developer-id': c.t.developer_id, 'user-id': body.user.id, 'user-api-key': KEY })
}

export function send(client: Client, method: string, path: string, body: Json = {}): Promise<Answer> {
  if (method === 'GET') return client.get(path)
  if (method === 'DELETE') return client.delete(path)
  return method === 'PUT' ? client.put(path, body) : client.post(path, body)
}

/** The path of a route on this record; other parameters are ids that exist too. */
export const pathTo = ({ path }: Route, id: string): string => path.replace(/\{\w+\}/g, id)

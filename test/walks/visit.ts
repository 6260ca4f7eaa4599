import assert from 'node:assert/strict'
import type { Answer, Client, Json, TestApp } from '../support/app.ts'
import type { IntegrationKeys } from '../support/oauth.ts'
import type { Names, Outcome } from './expected.ts'
import type { Need, Place, User } from './users.ts'

/** One user walking one flow at one location. */
export interface Visit {
  t: TestApp
  user: User
  place: Place
  /** The API as this user, by key. */
  api: Client
  /** A name that is new for each visit, for fields that must be unique. */
  mark: string
  /** Integrations that a user may allow: the operator's and the merchant's. */
  clients: Readonly<Record<'of the operator' | 'of the merchant', IntegrationKeys>>
  /** The API as an administrator of the location. */
  administrator: Client
  /** Creates a record at the location as an administrator of its merchant. */
  there(noun: string, body: Json): Promise<Json>
}

/** A task that a person or a program does in several steps. */
export interface Flow {
  name: string
  /** The rights that its steps need, in the order of the steps. */
  needs: readonly Need[]
  names: Names
  /** Resolves to undefined if every step succeeded, or to another outcome. Throws `Stopped` when a step is refused. */
  walk(visit: Visit): Promise<unknown>
}

/** Thrown when a step is refused, which ends the flow. */
export class Stopped extends Error {
  readonly status: number

  constructor(status: number, text: string) {
    super(`${status} ${text.slice(0, 300)}`)
    this.status = status
  }
}

const OUTCOMES: Readonly<Record<number, Outcome>> = { 403: 'forbidden', 404: 'missing', 422: 'refused' }

/** Walks to the end or to the first refusal. Returns the outcome, or the error text if no flow may end that way. */
export async function outcomeOf({ walk }: Flow, visit: Visit): Promise<unknown> {
  try {
    return (await walk(visit)) ?? 'done'
  } catch (error) {
    if (!(error instanceof Stopped)) throw error
    return OUTCOMES[error.status] ?? error.message
  }
}

/** Returns the body of a successful answer. Ends the flow on a status of 400 or above. */
export async function good(asked: Promise<Pick<Answer, 'status' | 'body' | 'text'>>): Promise<Json> {
  const { status, body, text } = await asked
  if (status >= 400) throw new Stopped(status, text)
  return body
}

export interface Page {
  location: string
  text: string
  headers: Record<string, unknown>
}

/** Opens a URL like a browser, or posts a form to it. */
export async function browse({ t }: Pick<Visit, 't'>, url: string, fields?: Record<string, string>): Promise<Page> {
  const form = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' }
  const sent = fields && { method: 'POST' as const, headers: form, payload: new URLSearchParams(fields).toString() }
  const answer = await t.app.http.inject({ url: url.replace('http://127.0.0.1:8080', ''), ...sent })
  if (answer.statusCode >= 400)
    throw new Stopped(answer.statusCode, answer.body.replace(/<style[\s\S]*?<\/style>/g, ''))
  return { location: String(answer.headers.location ?? ''), text: answer.body, headers: answer.headers }
}

/** Returns the hidden fields of the forms on a page. */
export function hiddenIn({ text }: Page): Record<string, string> {
  const found = [...text.matchAll(/type="hidden" name="([^"]*)" value="([^"]*)"/g)]
  return Object.fromEntries(found.map(([, name, value]) => [name, value]))
}

/** Returns a sign-on link (contract 5.4) as the user's software would make it. */
export function signOnLink({ t, user, place, mark }: Visit, over: Json): string {
  const { user_id, user_api_key } = user
  const contact = { location_id: place.location_id, contact_api_id: mark, last_name: 'Payer' }
  const link = { timestamp: t.clock.seconds(), user_id, user_api_key, ...contact, ...over }
  const data = Buffer.from(JSON.stringify(link)).toString('hex')
  return `/v2/contactsso?${new URLSearchParams({ 'developer-id': t.developer_id, data })}`
}

/** Attaches a file, reads it and deletes it. */
export async function attach({ api }: Visit, path: string): Promise<void> {
  const form = new FormData()
  form.append('file[file]', new Blob(['Dear garden'], { type: 'text/plain' }), 'Letter.txt')
  const { file } = await good(api.multipart('POST', path, form))
  const { files } = await good(api.get(path))
  assert.ok(files.some(({ id }: Json) => id === file.id))
  await good(api.get(`${path}/${file.id}`))
  await good(api.delete(`${path}/${file.id}`))
}

import assert from 'node:assert/strict'
import type { Answer, Client, Json, TestApp } from '../support/app.ts'
import type { IntegrationKeys } from '../support/oauth.ts'
import type { Names, Outcome } from './expected.ts'
import type { Need, Place, User } from './users.ts'

/** One user who walks one flow at one location. */
export interface Visit {
  t: TestApp
  user: User
  place: Place
  /** The user by key. */
  api: Client
  /** A new name each time, for what has to be unique. */
  mark: string
  /** Integrations that a user may allow: the operator's, and the merchant's own. */
  clients: Readonly<Record<'of the operator' | 'of the merchant', IntegrationKeys>>
  /** Of the location. */
  administrator: Client
  /** A record that the administrator of the location's merchant has made there. */
  there(noun: string, body: Json): Promise<Json>
}

/** Something that a person or a program does in several steps. */
export interface Flow {
  name: string
  /** The rights its steps take, in their order. */
  needs: readonly Need[]
  names: Names
  /** Ends without a value when every step went well. */
  walk(visit: Visit): Promise<unknown>
}

/** A step was refused: the flow ends here. */
export class Stopped extends Error {
  readonly status: number

  constructor(status: number, text: string) {
    super(`${status} ${text.slice(0, 300)}`)
    this.status = status
  }
}

const OUTCOMES: Readonly<Record<number, Outcome>> = { 403: 'forbidden', 404: 'missing', 422: 'refused' }

/** Walks to the end or to the first refusal. Returns how it ended, in words of its own where no flow may end so. */
export async function outcomeOf({ walk }: Flow, visit: Visit): Promise<unknown> {
  try {
    return (await walk(visit)) ?? 'done'
  } catch (error) {
    if (!(error instanceof Stopped)) throw error
    return OUTCOMES[error.status] ?? error.message
  }
}

/** Returns the body of an answer that has to be good, and ends the flow where it is not. */
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

/** Opens an address as a browser does, or sends a form to it. */
export async function browse({ t }: Pick<Visit, 't'>, url: string, fields?: Record<string, string>): Promise<Page> {
  const form = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' }
  const sent = fields && { method: 'POST' as const, headers: form, payload: new URLSearchParams(fields).toString() }
  const answer = await t.app.http.inject({ url: url.replace('http://127.0.0.1:8080', ''), ...sent })
  if (answer.statusCode >= 400)
    throw new Stopped(answer.statusCode, answer.body.replace(/<style[\s\S]*?<\/style>/g, ''))
  return { location: String(answer.headers.location ?? ''), text: answer.body, headers: answer.headers }
}

/** The hidden fields of the forms on a page. */
export function hiddenIn({ text }: Page): Record<string, string> {
  const found = [...text.matchAll(/type="hidden" name="([^"]*)" value="([^"]*)"/g)]
  return Object.fromEntries(found.map(([, name, value]) => [name, value]))
}

/** A link that signs a person on (contract 5.4), made by the user's software. */
export function signOnLink({ t, user, place, mark }: Visit, over: Json): string {
  const { user_id, user_api_key } = user
  const contact = { location_id: place.location_id, contact_api_id: mark, last_name: 'Payer' }
  const link = { timestamp: t.clock.seconds(), user_id, user_api_key, ...contact, ...over }
  const data = Buffer.from(JSON.stringify(link)).toString('hex')
  return `/v2/contactsso?${new URLSearchParams({ 'developer-id': t.developer_id, data })}`
}

/** Attaches a file, reads it and takes it away. */
export async function attach({ api }: Visit, path: string): Promise<void> {
  const form = new FormData()
  form.append('file[file]', new Blob(['Dear garden'], { type: 'text/plain' }), 'Letter.txt')
  const { file } = await good(api.multipart('POST', path, form))
  const { files } = await good(api.get(path))
  assert.ok(files.some(({ id }: Json) => id === file.id))
  await good(api.get(`${path}/${file.id}`))
  await good(api.delete(`${path}/${file.id}`))
}

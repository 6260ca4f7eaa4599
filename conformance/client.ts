// biome-ignore lint/suspicious/noExplicitAny: answers are looked at field by field.
export type Json = any

/** What came back for one request. */
export interface Answer {
  /** Method and path, and the body that was sent, as far as it fits a line. */
  asked: string
  status: number
  headers: Headers
  text: string
  /** The parsed body; undefined when it is empty, the text when it is no JSON. */
  body: Json
}

/** Bodies that go out as they are. */
type Sent = string | FormData | URLSearchParams | Uint8Array<ArrayBuffer>

export type Extra = Record<string, string>

/** The API as one caller sees it. Paths are relative to /v2, or absolute. */
export interface Client {
  get(path: string, headers?: Extra): Promise<Answer>
  post(path: string, body?: unknown, headers?: Extra): Promise<Answer>
  put(path: string, body?: unknown, headers?: Extra): Promise<Answer>
  delete(path: string, body?: unknown, headers?: Extra): Promise<Answer>
  /** Any method; the body goes out as it is. */
  send(method: string, path: string, body: Sent | undefined, headers?: Extra): Promise<Answer>
}

/** Is told of every answer before its caller has it. */
export type Watch = (method: string, path: string, answer: Answer) => Promise<void>

/** A caller with these headers on every request. */
export function client(base_url: string, identity: Extra, watch: Watch): Client {
  const send: Client['send'] = async (method, path, body, headers = {}) => {
    const asked = path.startsWith('/') ? path : `/v2/${path}`
    const init = { method, headers: { ...identity, ...headers }, redirect: 'manual' as const }
    const response = await fetch(`${base_url}${asked}`, body === undefined ? init : { ...init, body })
    const text = await response.text()
    const answer = {
      asked: described(method, path, body),
      status: response.status,
      headers: response.headers,
      text,
      body: parsed(text),
    }
    await watch(method, asked, answer)
    return answer
  }
  const json = (method: string, path: string, body: unknown, headers: Extra = {}): Promise<Answer> =>
    body === undefined
      ? send(method, path, undefined, headers)
      : send(method, path, JSON.stringify(body), { 'content-type': 'application/json', ...headers })
  return {
    send,
    get: (path, headers) => send('GET', path, undefined, headers),
    post: (path, body, headers) => json('POST', path, body, headers),
    put: (path, body, headers) => json('PUT', path, body, headers),
    delete: (path, body, headers) => json('DELETE', path, body, headers),
  }
}

const LONGEST_DESCRIPTION = 180

/** Reports may be published, so credentials are removed from them. */
const CREDENTIALS = /\b(user-api-key|hash-key|access-token|client_secret|refresh_token|code|token|data)=[^&]*/g

function described(method: string, path: string, body: Sent | undefined): string {
  const sent = typeof body === 'string' ? ` ${body}` : body === undefined ? '' : ' (form)'
  return shortened(`${method} ${path.replace(CREDENTIALS, '$1=…')}${sent}`, LONGEST_DESCRIPTION)
}

export function shortened(text: string, longest: number): string {
  return text.length <= longest ? text : `${text.slice(0, longest - 1)}…`
}

function parsed(text: string): Json {
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

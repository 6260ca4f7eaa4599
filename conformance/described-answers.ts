import type { Json, Watch } from './client.ts'
import { misfits } from './fits-schema.ts'

interface Answered {
  status: number
  body: unknown
  headers: Readonly<Record<string, string | undefined>>
}

/** What is read of `/openapi.json`. */
interface Description {
  paths: Record<string, Json>
  components: Record<string, Json>
}

/** Returns where an answer breaks what the document says of the request; nothing for paths that it does not list. */
export type Describes = (method: string, url: string, answer: Answered) => string[]

/** Answers are compared with what the document says of them, as strictly as a typed client reads it. */
export function describes({ paths, components }: Description): Describes {
  const known = Object.keys(paths).map(path => ({ path, pattern: patternOf(path) }))
  return (method, url, { status, body, headers }) => {
    const asked = pathOf(url)
    const path = paths[asked] ? asked : known.find(({ pattern }) => pattern.test(asked))?.path
    if (path === undefined) return []
    // What HEAD answers is what GET would, without a body.
    const is_head = method === 'HEAD'
    const operation = paths[path]![is_head ? 'get' : method.toLowerCase()]
    // A method that a path does not offer is refused; pages say that there is nothing.
    if (!operation && (status === 405 || status === 404 || (method === 'OPTIONS' && status === 204))) return []
    const said = operation?.responses[status]
    if (!said) return [`${method} ${path}: ${status} is not described`]
    const response = said.$ref ? components.responses[said.$ref.split('/').at(-1)] : said
    const type = (headers['content-type'] ?? '').split(';', 1)[0]!
    if (is_head) return []
    if (!response.content) return body === undefined || body === '' ? [] : [`${method} ${path}: ${status} has a body`]
    const content = response.content[type] ?? response['x-files']?.[type] ?? response.content['*/*']
    if (!content) return [`${method} ${path}: ${status} is ${type}, not ${Object.keys(response.content)}`]
    if (type !== 'application/json') return []
    return misfits(body, content.schema ?? {}, components.schemas).map(fault => `${method} ${path} ${status}: ${fault}`)
  }
}

/** Returns the path of an address with or without a host, as it was written. */
function pathOf(url: string): string {
  return url.replace(/^https?:\/\/[^/?#]*/, '').split(/[?#]/, 1)[0]!
}

/** What the answers of a run are beside the gateway's own description. */
export interface Comparison {
  /** How many were compared. */
  answers: number
  /** What breaks it, each once. */
  faults: Set<string>
  describes(): Promise<Describes>
  watch: Watch
}

/** Compares every answer with the `/openapi.json` of the gateway that gave it. */
export function comparison(base_url: string): Comparison {
  let describing: Promise<Describes> | undefined
  const made: Comparison = {
    answers: 0,
    faults: new Set(),
    async describes() {
      describing ??= readDescription(base_url).then(describes)
      return describing
    },
    async watch(method, path, { status, headers, body }) {
      const compare = await made.describes()
      made.answers += 1
      for (const fault of compare(method, path, { status, headers: Object.fromEntries(headers), body }))
        made.faults.add(fault)
    },
  }
  return made
}

/** Returns an empty description where there is none: statements say that it is missing. */
async function readDescription(base_url: string): Promise<Description> {
  const none = { paths: {}, components: {} }
  try {
    return { ...none, ...((await (await fetch(`${base_url}/openapi.json`)).json()) as Json) }
  } catch {
    return none
  }
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}/?$`)
}

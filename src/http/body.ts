import multipart, { type MultipartValue } from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Upload } from '../definition/command.ts'
import { isDeeper } from '../lib/nesting.ts'
import { forbidden, Refusal } from '../lib/problem.ts'
import { notUtf8, utf8Text } from '../lib/utf8.ts'
import {
  LARGEST_FILE_BYTES,
  LARGEST_JSON_BYTES,
  LARGEST_MULTIPART_BYTES,
  MOST_FORM_FIELDS,
  NOT_JSON,
} from './conventions.ts'

export interface Body {
  body: unknown
  uploads: Upload[]
}

/** Registers parsers for the bodies of the contract; one of another content type is refused with 415. */
export async function registerBodies(app: FastifyInstance): Promise<void> {
  app.removeAllContentTypeParsers()
  await app.register(multipart, {
    throwFileSizeLimit: false,
    // One byte more than allowed, so that a file that is too large is refused instead of truncated.
    limits: {
      fileSize: LARGEST_FILE_BYTES + 1,
      files: 32,
      fields: MOST_FORM_FIELDS,
      fieldSize: LARGEST_JSON_BYTES,
      parts: MOST_FORM_FIELDS + 32,
    },
  })
  const whole = { parseAs: 'buffer', bodyLimit: LARGEST_JSON_BYTES } as const
  app.addContentTypeParser<Buffer>(JSON_TYPE, whole, ({ headers }, bytes, done) => {
    try {
      const text = utf8Text(bytes, headers['content-type'])
      done(null, text.trim() === '' ? undefined : parseJson(text))
    } catch (error) {
      done(error as Error)
    }
  })
}

const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json(?:;|\s|$)/

/**
 * Returns the body of a request and the files in it, where its endpoint takes files. Throws a 413, 415 or 400, and a
 * 403 for what a page of another site makes a browser send: that may bring credentials which the browser keeps.
 */
export async function readBody(request: FastifyRequest, takes_files = false): Promise<Body> {
  const { 'sec-fetch-site': site, 'sec-fetch-mode': mode } = request.headers
  if ((site === 'cross-site' || site === 'same-site') && mode !== 'cors' && request.method !== 'GET')
    throw forbidden('Pages of other sites cannot send this.')
  if (!request.isMultipart()) return { body: request.body, uploads: [] }
  if (!takes_files) throw new Refusal(415, NOT_JSON)
  return readMultipart(request)
}

function parseJson(text: string): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new Refusal(400, 'The request body is not valid JSON.')
  }
  refuseDeep(value)
  return value
}

/** Throws a 400 for a value nested so deeply that walking it could overflow the stack. */
function refuseDeep(value: unknown): void {
  if (isDeeper(value)) throw new Refusal(400, 'The request body is nested too deeply.')
}

/** Reads fields and files; all fields together may be as long as a body of JSON. */
async function readMultipart(request: FastifyRequest): Promise<Body> {
  const body: FormBody = Object.create(null)
  const uploads: Upload[] = []
  let [text_bytes, file_bytes] = [0, 0]
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') {
        text_bytes += sizeOf(part)
        if (text_bytes > LARGEST_JSON_BYTES) throw tooLarge()
        placeFormValue(body, part.fieldname, part.value)
        continue
      }
      const content = await part.toBuffer()
      file_bytes += content.length
      if (file_bytes > LARGEST_MULTIPART_BYTES) throw tooLarge()
      const field = namePartsOf(part.fieldname).join('.')
      uploads.push({ field, filename: part.filename ?? '', content_type: part.mimetype, content })
    }
    return { body: withLists(body), uploads }
  } catch (error) {
    // The rest of the request is discarded; the parser would go on collecting it.
    request.raw.unpipe()
    request.raw.resume()
    throw asRefusal(error)
  }
}

/**
 * A part that declares itself JSON arrives parsed. A truncated one would be stored as something the client did not
 * send.
 */
function sizeOf({ fieldname, value, fieldnameTruncated, valueTruncated }: MultipartValue<unknown>): number {
  if (valueTruncated || fieldnameTruncated) throw tooLarge()
  refuseDeep(value)
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  // The parser has replaced bytes that it cannot read.
  if (`${fieldname}${text}`.includes('\ufffd')) throw notUtf8()
  return fieldname.length + text.length
}

function tooLarge(): Refusal {
  return new Refusal(413, 'The request body is too large.')
}

function asRefusal(error: unknown): unknown {
  if (error instanceof Refusal || typeof (error as { statusCode?: unknown }).statusCode === 'number') return error
  return new Refusal(400, 'The multipart body is broken.')
}

/** A body built from bracketed names. */
type FormBody = Record<string, unknown>

const MOST_PARTS = 8

/**
 * Stores a value where a bracketed name points: `quickinvoice[item_list][Garden]` → body.quickinvoice.item_list.Garden.
 * `[]` appends, and a container whose names are all 0, 1, 2, … becomes a list in `withLists`.
 */
function placeFormValue(body: FormBody, name: string, value: unknown): void {
  const parts = namePartsOf(name)
  let container = body
  for (const part of parts.slice(0, -1)) {
    const next = Object.hasOwn(container, part) ? container[part] : undefined
    if (typeof next === 'object' && next !== null) {
      container = next as FormBody
      continue
    }
    const made: FormBody = Object.create(null)
    container[part === '' ? String(Object.keys(container).length) : part] = made
    container = made
  }
  const last = parts.at(-1)!
  container[last === '' ? String(Object.keys(container).length) : last] = value
}

/** Turns containers numbered 0, 1, 2, … into lists, in that order; everything else stays a map. */
function withLists(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) return value
  const entries = Object.entries(value).map(([key, inner]) => [key, withLists(inner)] as const)
  const isList = entries.length > 0 && entries.every(([key]) => /^\d{1,4}$/.test(key))
  if (!isList) return Object.fromEntries(entries)
  return entries.toSorted(([a], [b]) => Number(a) - Number(b)).map(([, inner]) => inner)
}

/** `a[b][]` → a, b, ''. A name without well-formed brackets is one plain name. */
function namePartsOf(name: string): string[] {
  const open = name.indexOf('[')
  if (open < 1 || !/^(\[[^[\]]*\])+$/.test(name.slice(open))) return [name]
  const inner = name.slice(open + 1, -1).split('][')
  return [name.slice(0, open), ...inner].slice(0, MOST_PARTS)
}

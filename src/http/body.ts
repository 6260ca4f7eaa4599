import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Upload } from '../definition/command.ts'
import { Refusal } from '../lib/problem.ts'
import {
  DEEPEST_JSON,
  LARGEST_FILE_BYTES,
  LARGEST_JSON_BYTES,
  LARGEST_MULTIPART_BYTES,
  MOST_FORM_FIELDS,
} from './conventions.ts'
import { type FormBody, finished, partsOf, placeFormValue } from './form-names.ts'

export interface Body {
  body: unknown
  uploads: Upload[]
}

/** Teaches fastify the bodies of the contract: JSON, multipart and form fields with bracketed names, or none at all. */
export async function registerBodies(app: FastifyInstance): Promise<void> {
  app.removeAllContentTypeParsers()
  await app.register(multipart, {
    throwFileSizeLimit: false,
    // One byte more than allowed, so that a file which is too large is refused as such instead of being cut.
    limits: {
      fileSize: LARGEST_FILE_BYTES + 1,
      files: 32,
      fields: MOST_FORM_FIELDS,
      fieldSize: LARGEST_JSON_BYTES,
      parts: MOST_FORM_FIELDS + 32,
    },
  })
  app.addContentTypeParser('*', { parseAs: 'string', bodyLimit: LARGEST_JSON_BYTES }, (request, text, done) => {
    try {
      done(null, parseText(String(text), String(request.headers['content-type'] ?? '')))
    } catch (error) {
      done(error as Error)
    }
  })
}

/** The body of a request and the files in it. */
export async function readBody(request: FastifyRequest): Promise<Body> {
  if (!request.isMultipart()) return { body: request.body, uploads: [] }
  const body: FormBody = Object.create(null)
  const uploads: Upload[] = []
  let total = 0
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') {
        total += String(part.value).length
        placeFormValue(body, part.fieldname, part.value)
        continue
      }
      const content = await part.toBuffer()
      total += content.length
      uploads.push({
        field: partsOf(part.fieldname).join('.'),
        filename: part.filename ?? '',
        content_type: part.mimetype,
        content,
      })
      if (total > LARGEST_MULTIPART_BYTES) throw new Refusal(413, 'The request body is too large.')
    }
  } catch (error) {
    throw asRefusal(error)
  }
  return { body: finished(body), uploads }
}

function asRefusal(error: unknown): unknown {
  if (error instanceof Refusal || typeof (error as { statusCode?: unknown }).statusCode === 'number') return error
  return new Refusal(400, 'The multipart body is broken.')
}

/** Clients forget the content type: whatever looks like JSON is read as JSON. */
function parseText(text: string, type: string): unknown {
  if (text.trim() === '') return undefined
  const isForm = type.startsWith('application/x-www-form-urlencoded') && !/^\s*[[{]/.test(text)
  if (isForm) return parseForm(text)
  return parseJson(text)
}

function parseForm(text: string): unknown {
  const body: FormBody = Object.create(null)
  let count = 0
  for (const [name, value] of new URLSearchParams(text)) {
    count += 1
    if (count > MOST_FORM_FIELDS) throw new Refusal(413, 'The request body has too many fields.')
    placeFormValue(body, name, value)
  }
  return finished(body)
}

function parseJson(text: string): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new Refusal(400, 'The request body is not valid JSON.')
  }
  if (isDeeper(value, DEEPEST_JSON)) throw new Refusal(400, 'The request body is nested too deeply.')
  return value
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (levels === 0) return true
  for (const inner of Object.values(value)) {
    if (isDeeper(inner, levels - 1)) return true
  }
  return false
}

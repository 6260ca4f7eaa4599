import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Upload } from '../definition/command.ts'
import { Refusal } from '../lib/problem.ts'
import { LARGEST_FILE_BYTES, LARGEST_JSON_BYTES, MOST_FORM_FIELDS } from './conventions.ts'
import { type FormBody, finished, placeFormValue } from './form-names.ts'
import { refuseDeep } from './json-depth.ts'
import { readMultipart } from './multipart.ts'

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
  return request.isMultipart() ? readMultipart(request) : { body: request.body, uploads: [] }
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
  refuseDeep(value)
  return value
}

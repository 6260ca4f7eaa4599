import type { MultipartValue } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { Upload } from '../definition/command.ts'
import { Refusal } from '../lib/problem.ts'
import type { Body } from './body.ts'
import { LARGEST_JSON_BYTES, LARGEST_MULTIPART_BYTES } from './conventions.ts'
import { type FormBody, finished, partsOf, placeFormValue } from './form-names.ts'
import { refuseDeep } from './json-depth.ts'

/** Reads fields and files; all fields together may be as long as a body of JSON. Throws a 413 or 400. */
export async function readMultipart(request: FastifyRequest): Promise<Body> {
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
      const field = partsOf(part.fieldname).join('.')
      uploads.push({ field, filename: part.filename ?? '', content_type: part.mimetype, content })
    }
    return { body: finished(body), uploads }
  } catch (error) {
    // Whatever is still on its way is let go by: the parser would go on collecting it.
    request.raw.unpipe()
    request.raw.resume()
    throw asRefusal(error)
  }
}

/** A part that says it is JSON comes parsed; one that was cut off would be stored as something nobody sent. */
function sizeOf({ fieldname, value, fieldnameTruncated, valueTruncated }: MultipartValue<unknown>): number {
  if (valueTruncated || fieldnameTruncated) throw tooLarge()
  refuseDeep(value)
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return fieldname.length + text.length
}

function tooLarge(): Refusal {
  return new Refusal(413, 'The request body is too large.')
}

function asRefusal(error: unknown): unknown {
  if (error instanceof Refusal || typeof (error as { statusCode?: unknown }).statusCode === 'number') return error
  return new Refusal(400, 'The multipart body is broken.')
}

import { Readable } from 'node:stream'
import type { ReadableStream as NodeWebStream } from 'node:stream/web'

/** Node and the platform declare the same web streams as two types. */
export function toWeb(source: Readable): ReadableStream<Uint8Array<ArrayBuffer>> {
  return Readable.toWeb(source) as unknown as ReadableStream<Uint8Array<ArrayBuffer>>
}

export function fromWeb(source: ReadableStream<Uint8Array>): Readable {
  return Readable.fromWeb(source as unknown as NodeWebStream)
}

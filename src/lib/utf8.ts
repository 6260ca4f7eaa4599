import { isUtf8 } from 'node:buffer'
import { Refusal } from './problem.ts'

/**
 * UTF-8 is the one encoding of requests (RFC 8259, 8.1). Other bytes would be replaced by `\ufffd` and stored as
 * text that the caller did not send, so each function here throws a 400 for them.
 */
export function utf8Text(bytes: Buffer, content_type = ''): string {
  const [, charset = 'utf-8'] = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(content_type) ?? []
  if (!/^(?:utf-?8|us-ascii)$/i.test(charset) || !isUtf8(bytes)) throw notUtf8()
  return bytes.toString('utf8')
}

/** Reads a form, whose percent-encoded bytes count as well. */
export function utf8Form(bytes: Buffer, content_type = ''): URLSearchParams {
  const text = utf8Text(bytes, content_type)
  checkEncoded(bytes.toString('latin1'))
  return new URLSearchParams(text)
}

/** Reads the query of an address. */
export function utf8Query(url: string): URLSearchParams {
  const mark = url.indexOf('?')
  if (mark < 0) return new URLSearchParams()
  const query = url.slice(mark + 1)
  checkEncoded(query)
  return new URLSearchParams(query)
}

function checkEncoded(text: string): void {
  const bytes = text.replace(/%([\da-f]{2})/gi, (_whole, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  if (!isUtf8(Buffer.from(bytes, 'latin1'))) throw notUtf8()
}

export function notUtf8(): Refusal {
  return new Refusal(400, 'The request is not UTF-8, the one encoding that is taken.')
}

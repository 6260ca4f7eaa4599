import { trimEnd } from './trim-end.ts'

/** The format of an address that a browser is sent to, or of an empty text. */
export const WEB_ADDRESS = {
  pattern: /^(https?:\/\/[^\s<>"]+)?$/,
  says: 'must be a web address that begins with http:// or https://.',
}

/**
 * The hosts of URLs may hold `;`, `,` and `*`, which would begin another directive of a page's policy, or let any
 * origin frame it.
 */
const ORIGIN = /^https?:\/\/(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])(?::\d{1,5})?$/

/** Returns whether a text is an origin as browsers write it, such as `https://shop.example`. */
export function isOrigin(text: string): boolean {
  return text.length <= 255 && ORIGIN.test(text) && URL.parse(text)?.origin === text
}

/**
 * Returns the host of an address in the one form in which hosts are compared: lower case, in ASCII (IDNA), without
 * scheme, port, path and the dot at the end. Null for what names no host, or a user before it.
 */
export function hostOf(text: string): string | null {
  const [, scheme = ''] = /^([a-z][a-z0-9+.-]*):\/\//i.exec(text) ?? []
  if (!/^(?:https?)?$/i.test(scheme)) return null
  const url = URL.parse(scheme ? text : `https://${text}`)
  const host = trimEnd(url?.hostname ?? '', '.')
  return !host || url?.username || url?.password ? null : host
}

/** Of the column; the form of IDNA is longer than what was written. */
const LONGEST_HOST = 64

/** The format of a host name, or of an empty text. */
export const HOST = {
  pattern: {
    test: (text: string): boolean => text === '' || (hostOf(text)?.length ?? LONGEST_HOST + 1) <= LONGEST_HOST,
  },
  says: 'must be a host name such as pay.example.com.',
  normal: (text: string): string => hostOf(text) ?? '',
}

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

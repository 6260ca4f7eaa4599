/**
 * What a logo may be: anything but an address elsewhere. That host would learn who pays what, so pages do not show it,
 * and a setting without effect is refused.
 */
export const LOGO_ADDRESS = {
  pattern: /^(?!\s*(?:[a-z][a-z0-9+.-]*:)?[\\/]{2})/i,
  says: 'must be data:image/…;base64,… or a path of this gateway: pages show no images of other addresses.',
}

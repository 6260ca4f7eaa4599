const DATA = /^data:image\/(?:png|jpeg|gif|webp|svg\+xml);base64,[a-z0-9+/]+=*$/i
const PATH = /^\/(?![/\\])[\w./~%-]*$/

/** Returns the logo when it is safe to show, or null. A logo on a foreign host would tell that host who pays what. */
export function safeLogo(url: string | null): string | null {
  if (!url) return null
  return DATA.test(url) || PATH.test(url) ? url : null
}

/**
 * What a merchant's logo may be: whatever reads as an address has to be one that pages show, because a setting without
 * effect is refused. Words are stored as the contract has it (LOC-29), and are no picture.
 */
export const LOGO_ADDRESS = {
  pattern: /^(?:[^:/\\.]*|data:image\/(?:png|jpeg|gif|webp|svg\+xml);base64,[a-z0-9+/]+=*|\/(?![/\\])[\w./~%-]*)$/i,
  says: 'must be data:image/png;base64,… (or jpeg, gif, webp, svg+xml) or a path of this gateway that begins with /: pages show no images of other addresses.',
}

/** What the logo of an integration may be: the picture itself. */
export const LOGO_PICTURE = {
  pattern: /^(?:data:image\/(?:png|jpeg|gif|webp|svg\+xml);base64,[a-z0-9+/]+=*)?$/i,
  says: 'must be data:image/png;base64,… (or jpeg, gif, webp, svg+xml): pages show no images of other addresses.',
}

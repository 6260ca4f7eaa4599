/** What a token says of its card. */
interface TokenCard {
  first_six: string
  last_four: string
  brand: string
}

/**
 * Returns what the simulator keeps a card under: the digits that receipts print, and a mark of 24 hexadecimal digits.
 */
export function cardToken({ first_six, last_four, brand }: TokenCard, mark: string): string {
  return `SIMT-${first_six}-${last_four}-${brand}-${mark}`
}

const OWN = /^SIMT-\d{6}-\d{4}-\w*-[0-9a-f]{24}$/

/** Whether the simulator or one of its terminals has given a token. */
export function isOwnToken(token: string): boolean {
  return OWN.test(token)
}

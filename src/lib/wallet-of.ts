export type Wallet = 'apple_pay' | 'google_pay'

/**
 * Returns which wallet a payment token is of, by its form; null for anything else. Apple's has `version`, `data`,
 * `signature` and `header`; Google's has `protocolVersion`, `signature` and `signedMessage`. Where Stripe is the
 * gateway, both are tokens of Stripe's that have been opened there already.
 */
export function walletOf(payment_token: string): Wallet | null {
  const token = parsed(payment_token)
  if (typeof token !== 'object' || token === null) return null
  const has = (...names: string[]): boolean => names.every(name => name in token)
  if (has('data', 'signature', 'header', 'version')) return 'apple_pay'
  if ('object' in token && token.object === 'token' && has('id')) return openedFor(token)
  return has('protocolVersion', 'signature', 'signedMessage') ? 'google_pay' : null
}

function openedFor(token: object): Wallet {
  const { card } = token as { card?: { tokenization_method?: unknown } | null }
  return card?.tokenization_method === 'apple_pay' ? 'apple_pay' : 'google_pay'
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

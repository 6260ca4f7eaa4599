export type Wallet = 'apple_pay' | 'google_pay'

/**
 * Returns which wallet a payment token is of, by its form; null for anything else. Apple's has `version`, `data`,
 * `signature` and `header`; Google's has `protocolVersion`, `signature` and `signedMessage`.
 */
export function walletOf(payment_token: string): Wallet | null {
  const token = parsed(payment_token)
  if (typeof token !== 'object' || token === null) return null
  const has = (...names: string[]): boolean => names.every(name => name in token)
  if (has('data', 'signature', 'header', 'version')) return 'apple_pay'
  return has('protocolVersion', 'signature', 'signedMessage') ? 'google_pay' : null
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

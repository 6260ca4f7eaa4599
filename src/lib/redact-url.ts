import { REDACTED, redactText } from './redact-text.ts'
import { isSecretParameter } from './secret-name.ts'

const PARAMETER = /([?&#])([^=&#?]+)=([^&#]+)/g

/** Signing out names the token in the path: `DELETE /v2/token/{token}`. */
const TOKEN_PATH = /(\/token\/)[^/?#\s]+/i

/**
 * Returns an address for a log: credentials, card numbers and opaque payloads replaced, the rest unchanged. Accepts
 * whole addresses and paths with a query, and never throws on broken ones.
 */
export function redactUrl(url: string): string {
  const scrubbed = url.replace(TOKEN_PATH, `$1${REDACTED}`).replace(PARAMETER, redactParameter)
  return redactText(scrubbed)
}

function redactParameter(whole: string, mark: string, name: string, value: string): string {
  const plain = decoded(value)
  const hidden = isSecretParameter(decoded(name)) || redactText(plain) !== plain
  return hidden ? `${mark}${name}=${REDACTED}` : whole
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}

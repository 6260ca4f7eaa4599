import { REDACTED, redactText } from './redact-text.ts'
import { isSecretParameter } from './secret-name.ts'

const PARAMETER = /([?&#])([^=&#?]+)=([^&#]+)/g

/** The path that ends a login names its token: `DELETE /v2/token/{token}`. */
const TOKEN_PATH = /(\/token\/)[^/?#\s]+/i

/**
 * An address for a log: its path and harmless parameters as they were, and in place of every credential, card number and
 * opaque payload a mark. Works on whole addresses and on paths with a query, and never throws, however broken they are.
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

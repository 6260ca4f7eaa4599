import { createHmac, randomBytes } from 'node:crypto'

const PREFIX = 'whsec_'
const SECRET_BYTES = 32

/** Returns a signing secret in the form of Standard Webhooks: `whsec_` and 32 random bytes in base64. */
export function newSigningSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString('base64')
}

/**
 * Returns the `webhook-signature` header: one `v1,…` per secret, so that receivers accept it while a secret is being
 * changed (Standard Webhooks: HMAC-SHA-256 over `id.timestamp.body`).
 */
export function webhookSignature(secrets: readonly string[], id: string, seconds: number, body: string): string {
  const signed = `${id}.${seconds}.${body}`
  const one = (secret: string) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
    return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
  }
  return secrets.map(one).join(' ')
}

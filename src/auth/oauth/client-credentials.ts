import { isSecret } from '../../resources/oauthclient/client-secret.ts'
import { basicCredentials } from '../identify.ts'
import type { OauthParts } from './end-grant.ts'
import { findClient, type OauthClient } from './store.ts'

/** The parameters of a request to the token or revocation endpoint, by name. */
export type Parameters = Readonly<Record<string, string>>

/**
 * Returns the parameters with the client's id and secret of a Basic header added; null when header and parameters name
 * different clients (RFC 6749, 2.3).
 */
export function withBasic(parameters: Parameters, authorization: string | undefined): Parameters | null {
  const basic = basicCredentials(authorization)
  if (!basic) return parameters
  const [client_id, client_secret] = [decoded(basic.username), decoded(basic.password)]
  if (parameters.client_id !== undefined && parameters.client_id !== client_id) return null
  if (parameters.client_secret !== undefined && parameters.client_secret !== client_secret) return null
  return { ...parameters, client_id, client_secret }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}

/** Returns the client with these credentials, or null. A public client has no secret and must not send one. */
export async function authenticateClient(
  { db, cipher }: Pick<OauthParts, 'db' | 'cipher'>,
  client_id: string | undefined,
  client_secret: string | undefined,
): Promise<OauthClient | null> {
  const client = client_id ? await findClient(db, client_id) : null
  if (!client) return null
  if (client.client_secret_mark === null) return client_secret ? null : client
  if (!client_secret || client_secret.length > 128) return null
  return isSecret(cipher, client.id, client_secret, client.client_secret_mark) ? client : null
}

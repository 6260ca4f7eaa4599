import { registerClient } from '../src/cli/oauth-client.ts'
import type { SandboxOauth } from './sandbox-file.ts'
import type { SeedParts } from './seed.ts'

const REDIRECTS = ['http://127.0.0.1:9999/callback']

/** An integration to try OAuth with, which serves both merchants. Nothing has to listen at its address: the code can be read from the browser's address line. */
export async function seedOauth(parts: SeedParts): Promise<Omit<SandboxOauth, 'auth_url'>> {
  const { client_id, client_secret } = await registerClient(parts, {
    name: 'Sandbox integration',
    description: 'Invented for the sandbox, to try OAuth with.',
    homepage_url: 'https://integration.example',
    redirect_urls: REDIRECTS,
    is_public: false,
  })
  return { client_id, client_secret: client_secret ?? '', redirect_uris: REDIRECTS }
}

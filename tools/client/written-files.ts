import { openapi } from '../../src/http/openapi/openapi.ts'
import { POSTED } from '../../src/resources/postbackconfig/postbackconfig.ts'
import { bareRegistry } from '../bare-registry.ts'
import { resourcesOf } from './operations.ts'
import { pythonResourcesText, pythonTypesText } from './python.ts'
import { resourcesText, typesText, WRITTEN } from './render.ts'

/** What the package exports: its values, and the types of everything that they take and return. */
const MAIN = `${WRITTEN}

export type * from './api.js'
export type { Identity } from './credentials.js'
export * from './index.js'
export type { TollgateOptions } from './requests.js'
export type { FormSigner, VerifiedPostback } from './signatures.js'
`

/** Returns the files of the clients that follow from the description of the API, by their paths. */
export function writtenFiles(): { path: string; text: string }[] {
  const document = openapi(bareRegistry(), { public_url: 'https://pay.example.com', version: '0', posted: POSTED })
  const resources = resourcesOf(document)
  return [
    { path: 'packages/client/types/main.d.ts', text: MAIN },
    { path: 'packages/client/types/api.d.ts', text: typesText(document, resources) },
    { path: 'packages/client/src/resources.generated.js', text: resourcesText(resources) },
    { path: 'packages/client-python/src/tollgate/types.py', text: pythonTypesText(document, resources) },
    { path: 'packages/client-python/src/tollgate/resources.py', text: pythonResourcesText(resources) },
  ]
}

import { registerOpenapi } from '../../http/openapi/openapi.ts'
import { docsPages } from '../../pages/docs/docs-pages.ts'
import { POSTED } from '../../resources/postbackconfig/postbackconfig.ts'
import { VERSION } from '../../version.ts'
import type { Core, Feature } from '../parts.ts'

/** The description of the API, for programs and for people. */
export function documentationFeature(core: Core): Feature {
  const { engine, assets, publicUrl, documentation } = core
  const { headers, tests } = documentation
  const ownValues = documentation.ownValues?.(core)
  return {
    async routes(http) {
      const { registry } = engine
      registerOpenapi(http, { registry, version: VERSION, publicUrl, headers, posted: POSTED })
      await http.register(docsPages, { registry, assets, version: VERSION, publicUrl, tests, ownValues })
    },
  }
}

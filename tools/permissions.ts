import { writeFileSync } from 'node:fs'
import { bareRegistry } from './bare-registry.ts'
import { permissionsPage } from './permissions-page.ts'

/** `npm run permissions`: writes docs/permissions.md. */
writeFileSync(new URL('../docs/permissions.md', import.meta.url), permissionsPage(bareRegistry().nouns))

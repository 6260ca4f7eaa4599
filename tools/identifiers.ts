import { writeFileSync } from 'node:fs'
import { bareRegistry } from './bare-registry.ts'
import { cardLikePage } from './card-like-page.ts'

/** `npm run identifiers`: writes docs/card-like-identifiers.md. */
writeFileSync(new URL('../docs/card-like-identifiers.md', import.meta.url), cardLikePage(bareRegistry().nouns))

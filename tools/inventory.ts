import { writeFileSync } from 'node:fs'
import { presentInventory } from '../src/pages/watch/inventory.ts'

/** `npm run inventory`: writes down which scripts and headers payment pages have, which approves them. */
const path = new URL('../src/pages/watch/inventory.json', import.meta.url)
writeFileSync(path, `${JSON.stringify(presentInventory(), null, 2)}\n`)

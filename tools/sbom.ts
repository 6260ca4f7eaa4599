/** Prints the software bill of materials of a production install, as CycloneDX 1.6: `npm run sbom > sbom.json`. */
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { bomOf, type Lock } from './bill-of-materials.ts'

const lock = readFileSync(join(dirname(import.meta.dirname), 'package-lock.json'), 'utf8')
const bom = bomOf(JSON.parse(lock) as Lock, Temporal.Now.instant().round('second').toString())
console.log(JSON.stringify(bom, null, 2))

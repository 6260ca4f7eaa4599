import { readFileSync } from 'node:fs'
import { type Asset, assetOf } from '../../src/pages/assets.ts'

/** The stylesheet of the console, apart from the one that payers load. */
export function consoleStylesheet(): Asset {
  const content = readFileSync(new URL('./console.css', import.meta.url))
  return assetOf('console.css', 'text/css; charset=utf-8', content)
}

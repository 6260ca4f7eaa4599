import { readFileSync } from 'node:fs'
import { type Asset, assetOf } from '../assets.ts'

/** The stylesheet of these pages, apart from the one that payers load. */
export function docsSheet(): Asset {
  const content = readFileSync(new URL('./docs.css', import.meta.url))
  return assetOf('docs.css', 'text/css; charset=utf-8', content)
}

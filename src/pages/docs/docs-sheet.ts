import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Asset } from '../assets.ts'

/** The stylesheet of these pages, apart from the one that payers load. */
export function docsSheet(): Asset {
  const content = readFileSync(new URL('./docs.css', import.meta.url))
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 16)
  return {
    href: `/assets/docs.${hash}.css`,
    integrity: `sha384-${createHash('sha384').update(content).digest('base64')}`,
    type: 'text/css; charset=utf-8',
    content,
  }
}

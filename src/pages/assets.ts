import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import type { BrandColours } from './branding.ts'

/** One file a page may load: its address carries a hash of its content, so it can be cached for ever. */
export interface Asset {
  href: string
  /** Subresource integrity value, sha384. */
  integrity: string
  type: string
  content: Buffer
}

export type AssetName = keyof typeof TYPES

export type Assets = Record<AssetName, Asset>

const SCRIPT = 'text/javascript; charset=utf-8'
const TYPES = { 'tollgate.css': 'text/css; charset=utf-8', 'pay.js': SCRIPT, 'parent.js': SCRIPT } as const

/** The one stylesheet is written in parts; later parts lean on earlier ones. */
const STYLES = ['tokens', 'ground', 'frame', 'checkout', 'form', 'send', 'outcome', 'oauth', 'media']

const FOREVER = 'public, max-age=31536000, immutable'

/** Reads the files of `assets/` once. A change needs a restart, and gets a new address. */
export function loadAssets(): Assets {
  const entries = Object.entries(TYPES).map(([name, type]) => {
    return [name, assetOf(name, type, name === 'tollgate.css' ? stylesheet() : read(name))] as const
  })
  return Object.fromEntries(entries) as Assets
}

/** A file of this name under an address that says what is in it. */
export function assetOf(name: string, type: string, content: Buffer): Asset {
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 16)
  const integrity = `sha384-${createHash('sha384').update(content).digest('base64')}`
  return { href: `/assets/${name.replace('.', `.${hash}.`)}`, integrity, type, content }
}

function stylesheet(): Buffer {
  return Buffer.concat(STYLES.map(part => read(`styles/${part}.css`)))
}

function read(path: string): Buffer {
  return readFileSync(new URL(`./assets/${path}`, import.meta.url))
}

/** The address of the stylesheet that carries a merchant's colours; the address says all there is in it. */
export function brandHref(colours: BrandColours): string {
  return `/assets/brand.${colours.accent}.${colours.on_accent}.css`
}

/** Two custom properties; everything else is derived from them by the main stylesheet. */
function brandSheet(colours: BrandColours): string {
  return `:root{--brand:#${colours.accent};--on-brand:#${colours.on_accent}}\n`
}

/** Serves the assets. Register it once for all pages. */
export async function pageAssets(app: FastifyInstance, options: { assets: Assets }): Promise<void> {
  for (const asset of Object.values(options.assets)) {
    app.get(asset.href, (_request, reply) => reply.headers(cacheHeaders(asset.type)).send(asset.content))
  }
  app.get<{ Params: { accent: string; on_accent: string } }>(
    '/assets/brand.:accent(^[0-9a-f]{6}$).:on_accent(^[0-9a-f]{6}$).css',
    (request, reply) => reply.headers(cacheHeaders(TYPES['tollgate.css'])).send(brandSheet(request.params)),
  )
}

function cacheHeaders(type: string): Record<string, string> {
  return {
    'content-type': type,
    'cache-control': FOREVER,
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
  }
}

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { brandStylesheet } from './branding.ts'

/** A file that pages load. Its address carries a hash of its content, so browsers may cache it forever. */
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
const TYPES = {
  'tollgate.css': 'text/css; charset=utf-8',
  'pay.js': SCRIPT,
  'parent.js': SCRIPT,
  'tickets-1.js': SCRIPT,
} as const

/** For pages of merchants, which name it with its hash: its address stays, and its content never changes. */
const FOR_MERCHANTS: readonly string[] = ['tickets-1.js']

/** The parts of the one stylesheet, in cascade order. */
const STYLES = ['tokens', 'elements', 'frame', 'checkout', 'form', 'send', 'outcome', 'oauth', 'media']

const IMMUTABLE = 'public, max-age=31536000, immutable'

/** Reads the files of `assets/`. A changed file gets a new address at the next start. */
export function loadAssets(): Assets {
  const entries = Object.entries(TYPES).map(([name, type]) => {
    return [name, assetOf(name, type, name === 'tollgate.css' ? stylesheet() : read(name))] as const
  })
  return Object.fromEntries(entries) as Assets
}

/** Returns the file under an address that contains the hash of its content. */
export function assetOf(name: string, type: string, content: Buffer): Asset {
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 16)
  const integrity = `sha384-${createHash('sha384').update(content).digest('base64')}`
  const file = FOR_MERCHANTS.includes(name) ? name : name.replace('.', `.${hash}.`)
  return { href: `/assets/${file}`, integrity, type, content }
}

function stylesheet(): Buffer {
  return Buffer.concat(STYLES.map(part => read(`styles/${part}.css`)))
}

function read(path: string): Buffer {
  return readFileSync(new URL(`./assets/${path}`, import.meta.url))
}

/** Serves a file at its own address. */
export function serveAsset(app: FastifyInstance, { href, type, content }: Asset): void {
  const anywhere = FOR_MERCHANTS.some(name => href === `/assets/${name}`) ? ANYWHERE : {}
  app.get(href, (_request, reply) => reply.headers({ ...cacheHeaders(type), ...anywhere }).send(content))
}

/** Serves the assets. It is registered once for all pages. */
export async function pageAssets(app: FastifyInstance, options: { assets: Assets }): Promise<void> {
  for (const asset of Object.values(options.assets)) serveAsset(app, asset)
  app.get<{ Params: { tokens: string } }>('/assets/brand.:tokens(^[0-9a-z.]{3,70}$).css', (request, reply) => {
    const sheet = brandStylesheet(request.params.tokens)
    if (sheet === null) return reply.callNotFound()
    return reply.headers(cacheHeaders(TYPES['tollgate.css'])).send(sheet)
  })
}

/** A browser compares the hash of a script from elsewhere only where it may read it. */
const ANYWHERE = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' }

function cacheHeaders(type: string): Record<string, string> {
  return {
    'content-type': type,
    'cache-control': IMMUTABLE,
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
  }
}

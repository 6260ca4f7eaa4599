import assert from 'node:assert/strict'
import type { FastifyInstance } from 'fastify'
import fastify from 'fastify'
import { bankAccounts } from '../../sandbox/bank/triggers.ts'
import { faultLines } from '../../sandbox/faults/fault-list.ts'
import * as triggers from '../../sandbox/processor/triggers.ts'
import type { Registry } from '../../src/definition/registry.ts'
import { loadAssets, pageAssets } from '../../src/pages/assets.ts'
import { type DocsPagesOptions, docsPages } from '../../src/pages/docs/docs-pages.ts'

export interface DocsSiteOptions {
  publicUrl?: () => string
  /** False for the documentation of a live service. */
  sandbox?: boolean
  ownValues?: DocsPagesOptions['ownValues']
}

/** The documentation of these resources alone, not listening yet. */
export async function docsSite(registry: Registry, options: DocsSiteOptions = {}): Promise<FastifyInstance> {
  const app = fastify()
  const assets = loadAssets()
  await app.register(pageAssets, { assets })
  await app.register(docsPages, {
    registry,
    assets,
    version: '1.2.3',
    publicUrl: options.publicUrl ?? (() => 'http://127.0.0.1:8080'),
    tests: options.sandbox === false ? null : { ...triggers, faultLines, bankAccounts },
    ownValues: options.ownValues,
  })
  return app
}

/** A page that is there. */
export async function readPage(app: FastifyInstance, path: string): Promise<string> {
  const answer = await app.inject(path)
  assert.equal(answer.statusCode, 200, path)
  return answer.body
}

/** What a reader sees of the markup. */
export function pageText(document: string): string {
  const plain = document.replace(/<head>.*<\/head>/s, '').replace(/<[^>]+>/g, ' ')
  return plain
    .replaceAll('&#39;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replaceAll('&gt;', '>')
    .replace(/\s+/g, ' ')
}

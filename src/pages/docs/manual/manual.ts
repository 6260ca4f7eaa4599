import { readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { remembered } from '../../../lib/remembered.ts'
import { plainText } from '../plain-text.ts'
import { type DocumentFile, readDocument } from './read-document.ts'

/** Where a link of a file leads, or null where nothing of this site is meant. */
export type LinkOf = (href: string) => string | null

const ROOT = new URL('../../../../', import.meta.url)

/**
 * The documents for operators, assessors and integrators, by groups; each is a file of the repository. Not here: what
 * only readers of the code need (decisions, recipes, invariants, the proof).
 */
const GROUPS = {
  'Run it': [
    'docs/going-live.md',
    'docs/configuration.md',
    'docs/cli.md',
    'docs/operating.md',
    'docs/backup.md',
    'docs/messages.md',
    'docs/ach.md',
    'docs/metrics.md',
  ],
  Processors: ['docs/processors/stripe.md', 'docs/processors/authorizenet.md', 'docs/processors/worldpay-cnp.md'],
  'Security and PCI DSS': ['docs/security.md', 'docs/threat-model.md', 'docs/pci.md', 'docs/card-like-identifiers.md'],
  'Design and figures': ['docs/architecture.md', 'docs/performance.md', 'docs/growth.md'],
  Reference: ['docs/behaviour.md', 'docs/permissions.md', 'docs/glossary.md'],
} as const satisfies Record<string, readonly string[]>

/** Pictures of the documents. */
export const PICTURES = ['docs/growth.svg'] as const

export interface DocumentGroup {
  title: keyof typeof GROUPS
  documents: readonly DocumentFile[]
}

const ADDRESSES = new Map<string, string>(
  [...Object.values(GROUPS).flat(), ...PICTURES].map(path => [path, `/docs/manual/${nameOf(path)}`]),
)

function nameOf(path: string): string {
  return path
    .replace(/^docs\//, '')
    .replace(/\.md$/, '')
    .toLowerCase()
}

/** Lists every document. Nothing of them but their titles is read until a page or a search needs it. */
export function readManual(): DocumentGroup[] {
  return Object.entries(GROUPS).map(([title, paths]) => ({
    title: title as DocumentGroup['title'],
    documents: paths.map(path => {
      const source = readFileSync(new URL(path, ROOT), 'utf8')
      const [heading = ''] = source.split('\n', 1)
      return { name: nameOf(path), path, title: plainText(heading), source }
    }),
  }))
}

/** Reads a document, once. */
export const documentOf = remembered(readDocument)

export function addressOf(path: (typeof PICTURES)[number]): string {
  return ADDRESSES.get(path)!
}

export function readPicture(path: (typeof PICTURES)[number]): Buffer {
  return readFileSync(new URL(path, ROOT))
}

/** Returns how links of a file are changed for this site; schemes other than http and https are dropped. */
export function linksOf(path: string): LinkOf {
  return href => {
    if (/^(?:#|\/(?!\/)|https?:\/\/)/.test(href)) return href
    const [target = '', fragment] = href.split('#')
    const file = posix.join(posix.dirname(path), target)
    const address = ADDRESSES.get(file) ?? guideAddress(file)
    if (address === null) return null
    return fragment === undefined ? address : `${address}#${fragment}`
  }
}

function guideAddress(file: string): string | null {
  const [, name] = /^src\/pages\/docs\/guides\/([a-z-]+)\.md$/.exec(file) ?? []
  return name === undefined ? null : `/docs/guides/${name}`
}

/** Returns a file's Markdown with its links changed to the Markdown pages of this site. */
export function siteMarkdown(path: string, source: string): string {
  const linkOf = linksOf(path)
  return source.replaceAll(/\]\(([^()\s]+\.md)(#[^()\s]*)?\)/g, (link, file: string, fragment = '') => {
    const address = linkOf(file)
    return address === null || address === file ? link : `](${address}.md${fragment})`
  })
}

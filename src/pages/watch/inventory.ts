import { readFileSync } from 'node:fs'
import { loadAssets } from '../assets.ts'
import { pageHeaders } from '../headers.ts'

/** What a payer's browser may get of us where an account is entered (PCI DSS 6.4.3 and 11.6.1). */
export interface Inventory {
  scripts: Record<string, { href: string; integrity: string; why: string }>
  /** The scripts of each page. */
  pages: Record<string, readonly string[]>
  /** Of every page that is not framed, at an https address. */
  headers: Record<string, string>
}

/** Each script of a page, and what it is for: without a reason it does not belong there. */
const REASONS = {
  'pay.js': 'groups digits, shows errors while typing, and keeps a form from being sent twice; reads no number out',
  'parent.js': 'posts the result to the one origin that the address of a form names, and closes the window',
  'tickets-1.js':
    'on pages of merchants: leaves a card at the gateway, so that their server gets a ticket and no number',
} as const

const PAGES: Record<string, readonly (keyof typeof REASONS)[]> = {
  invoice: ['pay.js'],
  paylink: ['pay.js'],
  'hosted page': ['pay.js'],
  payform: ['pay.js'],
  accountform: ['pay.js'],
  'result of a form': ['parent.js'],
  notice: [],
}

/** Returns what this checkout would serve. `npm run inventory` writes it down; a test fails when it is old. */
export function presentInventory(): Inventory {
  const assets = loadAssets()
  const scripts = Object.entries(REASONS).map(([name, why]) => {
    const { href, integrity } = assets[name as keyof typeof REASONS]
    return [name, { href, integrity, why }] as const
  })
  return { scripts: Object.fromEntries(scripts), pages: PAGES, headers: pageHeaders({ https: true }) }
}

/** Returns what was approved with the release: a file of its own, which who changes a script has to change as well. */
export function approvedInventory(): Inventory {
  return JSON.parse(readFileSync(new URL('./inventory.json', import.meta.url), 'utf8')) as Inventory
}

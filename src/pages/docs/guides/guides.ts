import { readFileSync } from 'node:fs'
import { type Guide, readGuide } from './read-guide.ts'

/** The guides, grouped and in the order in which somebody needs them; each is a file of Markdown beside this one. */
const GROUPS = {
  Begin: ['first-invoice', 'first-program', 'typed-clients', 'credentials', 'test-values'],
  'How it works': ['locations-and-users', 'payment-states', 'way-of-the-money'],
  'Take payments': [
    'take-a-card',
    'store-and-charge-later',
    'refund-and-void',
    'settlement',
    'invoices',
    'pay-links',
    'recurring-payments',
    'bank-debits',
    'terminals',
    'hosted-forms',
  ],
  'Build on it': ['postbacks', 'lists-and-files', 'errors', 'oauth', 'go-live'],
} as const satisfies Record<string, readonly string[]>

export interface GuideGroup {
  title: string
  guides: readonly Guide[]
}

/** Reads every guide. */
export function readGuides(): GuideGroup[] {
  return Object.entries(GROUPS).map(([title, names]) => ({
    title,
    guides: names.map(name => readGuide(name, readFileSync(new URL(`./${name}.md`, import.meta.url), 'utf8'))),
  }))
}

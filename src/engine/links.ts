import { CREDENTIALS } from './filter.ts'

interface Link {
  href: string
}

/** The links of a page: they echo the query in the order it came, without credentials, with `page` last. */
export function linksOf(
  base: string,
  query: readonly [string, string][],
  page: number,
  pageCount: number,
): Record<string, Link> {
  const kept = query.filter(([name]) => name !== 'page' && !CREDENTIALS.has(name))
  const link = (number: number): Link => {
    const pairs = [...kept, ['page', String(number)] as const].map(
      ([name, value]) => `${encode(name)}=${encode(value)}`,
    )
    return { href: `${base}?${pairs.join('&')}` }
  }
  if (page >= pageCount) return { self: link(page) }
  return { self: link(page), next: link(page + 1), last: link(pageCount) }
}

/** Commas and pipes stay readable: they are the list's own punctuation. */
function encode(text: string): string {
  return encodeURIComponent(text).replaceAll('%2C', ',').replaceAll('%7C', '|')
}

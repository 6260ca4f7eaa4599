/** Default and largest page (contract 4.1 and section 8). */
const DEFAULT_SIZE = 20
const LARGEST_SIZE = 5000

export interface PageAsked {
  /** 1-based. */
  page: number
  size: number
}

/** Reads `page` and `page_size`; what makes no sense falls back to the default instead of failing a whole list. */
export function pageAsked(query: readonly [string, string][]): PageAsked {
  const page = wholeNumber(query, 'page')
  const size = wholeNumber(query, 'page_size')
  return {
    page: page === null || page < 1 ? 1 : Math.min(page, 1_000_000_000),
    size: size === null || size < 1 ? DEFAULT_SIZE : Math.min(size, LARGEST_SIZE),
  }
}

function wholeNumber(query: readonly [string, string][], name: string): number | null {
  const text = query.findLast(([key]) => key === name)?.[1]
  return text !== undefined && /^-?\d{1,12}$/.test(text) ? Number(text) : null
}
/** Returns the links of a page: they echo the query in the order it came, with `page` last. */
export function linksOf(
  base: string,
  query: readonly [string, string][],
  page: number,
  pageCount: number,
): Record<string, { href: string }> {
  const kept = query.filter(([name]) => name !== 'page')
  const link = (number: number) => {
    const pairs = [...kept, ['page', String(number)] as const].map(
      ([name, value]) => `${encode(name)}=${encode(value)}`,
    )
    return { href: `${base}?${pairs.join('&')}` }
  }
  if (page >= pageCount) return { self: link(page) }
  return { self: link(page), next: link(page + 1), last: link(pageCount) }
}

/** Commas stay readable: they are the list's own punctuation. A pipe may stand in no address (RFC 3986). */
function encode(text: string): string {
  return encodeURIComponent(text).replaceAll('%2C', ',')
}

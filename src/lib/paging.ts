import { invalidField } from './problem.ts'

/** Query parameters in the order they came. */
type Query = readonly (readonly [name: string, value: string])[]

/** Returns the last of the values of a parameter; undefined when it was not sent. */
export function lastOf(query: Query, name: string): string | undefined {
  return query.findLast(([key]) => key === name)?.[1]
}

/** Default and largest page (contract 4.1 and section 8). */
const DEFAULT_SIZE = 20
const LARGEST_SIZE = 5000

export interface PageAsked {
  /** 1-based. */
  page: number
  size: number
}

/**
 * Reads `page` and `page_size`. A page that is no number would be another one than was asked for, so it is a 422; for
 * the size there is a default.
 */
export function pageAsked(query: Query): PageAsked {
  const page = lastOf(query, 'page') || '1'
  const size = wholeNumber(lastOf(query, 'page_size'))
  if (wholeNumber(page) === null) throw invalidField('page', 'Page must be a whole number of 1 or more.')
  return {
    page: Math.min(Number(page), 1_000_000_000),
    size: Math.min(size ?? DEFAULT_SIZE, LARGEST_SIZE),
  }
}

function wholeNumber(text = ''): number | null {
  return /^0*[1-9]\d*$/.test(text) ? Number(text) : null
}

interface Pagination {
  links: Record<string, { href: string }>
  totalCount: number
  pageCount: number
  currentPage: number
  perPage: number
}

/** Returns what a list says of the page that it shows; the links are to this address with this query. */
export function paginationOf(
  address: string,
  query: Query,
  { total, page }: { total: number; page: number },
  size: number,
): Pagination {
  const pageCount = Math.ceil(total / size)
  const links = linksOf(address, query, page, pageCount)
  return { links, totalCount: total, pageCount, currentPage: page, perPage: size }
}

/** Returns the links of a page: they echo the query in the order it came, with `page` last. */
function linksOf(base: string, query: Query, page: number, pageCount: number): Record<string, { href: string }> {
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

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

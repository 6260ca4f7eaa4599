/** One HTTP POST to a receiver outside. */
export interface PostRequest {
  url: string
  headers: Readonly<Record<string, string>>
  body: string
}

/** What came back. Exactly one of `status` and `error` is null. */
export interface PostAnswer {
  status: number | null
  headers: Record<string, string> | null
  /** As much as was read of it; null when no answer came. */
  body: string | null
  /** Why there was no answer, for people; no address of ours and nothing secret in it. */
  error: string | null
  duration_ms: number
}

/** Posts to receivers that callers name, and to nothing else: no private network, no redirect, no endless answer. */
export interface Poster {
  /** Why this address would never be called, for the caller who names it; null when nothing is known against it. */
  objection(url: string): string | null
  /** Never throws: a receiver that cannot be reached is an answer too. */
  post(request: PostRequest): Promise<PostAnswer>
  close(): Promise<void>
}

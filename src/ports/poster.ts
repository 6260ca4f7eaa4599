/** One HTTP POST to an external receiver. */
export interface PostRequest {
  url: string
  headers: Readonly<Record<string, string>>
  body: string
}

/** The response, or why there is none: exactly one of `status` and `error` is null. */
export interface PostResponse {
  status: number | null
  headers: Record<string, string> | null
  /** The part of the body that was read; null without a response. */
  body: string | null
  /** Why there was no response, for people; without internal addresses and secrets. */
  error: string | null
  duration_ms: number
}

/** Posts to addresses that callers name: no private network, no redirect, no unlimited response. */
export interface Poster {
  /** Returns why an address can never be called, for the caller who names it; null when nothing is known against it. */
  objection(url: string): string | null
  /** Never throws: an unreachable receiver is a response with `error`. */
  post(request: PostRequest): Promise<PostResponse>
  close(): Promise<void>
}

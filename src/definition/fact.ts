/** What a computed field may know besides its row. */
export interface Fact {
  /** The base of every link that leaves the system, without a trailing slash. */
  public_url: string
  /** Unix seconds. */
  seconds: number
  /** The caller's zone. */
  zone: string
}

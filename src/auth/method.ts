import type { Caller } from '../definition/caller.ts'

/** What identifies a caller, taken from headers and query; both forms use dashes (contract section 5). */
export interface Credentials {
  header(name: string): string | undefined
  parameter(name: string): string | undefined
  /** The path without its query; one method works on some paths only. */
  path: string
  /** The HTTP method. */
  verb: string
  address: string | null
  /** Runs when the request has succeeded, before it is answered. */
  onSuccess(run: () => void): void
}

/** One way in. Methods are tried in a fixed order; the first whose credentials are present decides. */
export interface Method {
  name: string
  /** Whether the request carries this method's credentials. */
  reads(credentials: Credentials): boolean
  /** Who it is; throws a 401 Refusal when the credentials do not hold. */
  identify(credentials: Credentials): Promise<Caller>
}

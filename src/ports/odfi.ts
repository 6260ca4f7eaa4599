import type { IncomingFiles } from './incoming-files.ts'

/**
 * File exchange with the originating bank (ODFI). Contents hold account numbers in clear, so no implementation may
 * log them or keep a copy.
 */
export interface Odfi extends IncomingFiles {
  /**
   * Stores a complete file durably where the bank does not collect it yet; staging again replaces it. Delivery takes
   * two steps because a file the bank has collected leaves no trace.
   */
  stage(name: string, text: string): Promise<void>
  /**
   * Makes a staged file available to the bank under its name. A file that is not staged any more was released before.
   */
  release(name: string): Promise<void>
  /** Archives a processed file. One that is gone was archived before. */
  done(name: string): Promise<void>
  /** Moves an unreadable file to where a person finds it. */
  aside(name: string): Promise<void>
  close(): Promise<void>
}

/** How the bank knows us, unless a product says otherwise. */
export interface Originator {
  /** Routing number of the receiving bank, nine digits. */
  destination: string
  destination_name: string
  /** The sender's id at the bank, at most ten characters. */
  origin: string
  origin_name: string
  /** Eight digits. */
  odfi_id: string
  /** At most ten characters. */
  company_id: string
}

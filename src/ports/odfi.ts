/**
 * Where files of bank payments go and what comes back lies: the bank that originates (ODFI). Contents hold account numbers in clear, so
 * no implementation may log them or keep a copy.
 */
export interface Odfi {
  /**
   * Lays a whole file down where the bank does not take it yet, durably; laying it down again replaces it. Once that is written down by
   * the caller, `release` gives it to the bank: in two steps, because of a file that the bank has taken away nobody could tell whether
   * it was ever there.
   */
  stage(name: string, text: string): Promise<void>
  /** Gives a staged file to the bank under its name. What is not staged any more has been given before. */
  release(name: string): Promise<void>
  /** Names of what the bank has laid down for us, complete, oldest first. */
  incoming(): Promise<string[]>
  read(name: string): Promise<string>
  /** Takes a file that was read out of the way. One that is not there any more has been taken before. */
  done(name: string): Promise<void>
  /** Puts a file that nobody here understands where a person finds it. */
  aside(name: string): Promise<void>
  close(): Promise<void>
}

/** Who we are to the bank, where a product does not say otherwise. */
export interface Originator {
  /** Routing number of the bank that takes the files, nine digits. */
  destination: string
  destination_name: string
  /** What the bank knows the sender of files by, at most ten characters. */
  origin: string
  origin_name: string
  /** Eight digits. */
  odfi_id: string
  /** At most ten characters. */
  company_id: string
}

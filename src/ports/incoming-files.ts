/** Files that another party lays down in a folder. */
export interface IncomingFiles {
  /**
   * Returns the names of complete files, oldest first; of those that came at or after a moment (Unix seconds), where
   * one is given.
   */
  incoming(since?: number): Promise<string[]>
  /**
   * Returns the text of a file, whatever its encoding (`lib/file-text`). Throws an `UnreadableFile` above the limit.
   */
  read(name: string): Promise<string>
}

/** Bytes of the largest file that is read; a file of the bank with 300,000 returns has fewer. */
export const LARGEST_FILE = 64 * 2 ** 20

/** Where such a folder is. */
export interface FolderAddress {
  /** `file:///folder`, or `sftp://user@host:port/folder` */
  url: string
  password: string | null
  /** In PEM or OpenSSH's form. */
  private_key: string | null
  /** `SHA256:…` of the SFTP server's key; nothing is said to another one. */
  host_key: string | null
}

/** Opens a folder whose files are only read. Throws an error of one line for an address that is none. */
export type OpenFolder = (address: FolderAddress) => IncomingFiles

/** A file does not say what it has to; the text is for the operator and repeats no cell. */
export class UnreadableFile extends Error {}

/** Returns the error for a file above the limit. */
export function tooLarge(name: string): UnreadableFile {
  return new UnreadableFile(`${name} is larger than ${LARGEST_FILE / 2 ** 20} MB.`)
}

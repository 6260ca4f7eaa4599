/** Stores uploaded files by an opaque key. */
export interface FileStore {
  put(key: string, content: Buffer): Promise<void>
  get(key: string): Promise<Buffer>
  remove(key: string): Promise<void>
}

/** Loaded before the simulator: notes beside its ledger and its journal of settlements, after every sync, how many bytes no loss of power can take away. */
import { renameSync, writeFileSync } from 'node:fs'
import promises, { type FileHandle } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'

const open = promises.open

promises.open = async (path, ...rest) => {
  const handle = await open(path, ...rest)
  if (String(path).endsWith('.jsonl')) {
    noting(handle, 'datasync', String(path))
    noting(handle, 'sync', String(path))
  }
  return handle
}
syncBuiltinESMExports()

/** What was written before the sync began is on the disk when it ends; what came meanwhile may not be. */
function noting(handle: FileHandle, name: 'datasync' | 'sync', path: string): void {
  const sync = handle[name].bind(handle)
  handle[name] = async () => {
    const { size } = await handle.stat()
    await sync()
    // In one step: who is killed between emptying a note and filling it would leave a disk that has forgotten everything.
    writeFileSync(`${path}.synced.new`, String(size))
    renameSync(`${path}.synced.new`, `${path}.synced`)
  }
}

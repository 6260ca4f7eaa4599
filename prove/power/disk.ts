/**
 * Preloaded into the simulator: after every sync of its ledger and its settlement journal it records how many bytes
 * would survive a power failure.
 */
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

/** Only what was written before the sync began is certain to be on the disk when it ends. */
function noting(handle: FileHandle, name: 'datasync' | 'sync', path: string): void {
  const sync = handle[name].bind(handle)
  handle[name] = async () => {
    const { size } = await handle.stat()
    await sync()
    // Replaced in one step: a process killed between truncating and writing the record would seem to have lost the
    // whole disk.
    writeFileSync(`${path}.synced.new`, String(size))
    renameSync(`${path}.synced.new`, `${path}.synced`)
  }
}

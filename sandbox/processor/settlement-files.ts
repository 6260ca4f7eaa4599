import { mkdir, open, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileNameOf, type Settlement, settlementFile } from './settlement.ts'

/** The folder of the processor's settlement files. */
export interface SettlementFiles {
  /** Writes the file of a settlement durably; an existing one stays unchanged. */
  write(settlement: Settlement): Promise<void>
  /** Returns a file by its name; null when there is none. */
  read(name: string): Promise<string | null>
}

/** A name that cannot lead out of the folder. */
const NAME = /^SIM-[0-9]{8}-[A-Za-z0-9_-]{1,64}\.csv$/

/** Opens the folder, mode 0700. A file appears complete or not at all. */
export async function settlementFiles(folder: string): Promise<SettlementFiles> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const read = (name: string): Promise<string | null> =>
    readFile(join(folder, name), 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null
      throw error
    })
  return {
    async write(settlement) {
      const name = fileNameOf(settlement)
      if ((await read(name)) !== null) return
      const path = join(folder, name)
      await writeFile(`${path}.part`, settlementFile(settlement), { mode: 0o600, flush: true })
      await rename(`${path}.part`, path)
      await sync(folder)
    },
    read: async name => (NAME.test(name) ? read(name) : null),
  }
}

async function sync(path: string): Promise<void> {
  const folder = await open(path, 'r')
  await folder.sync()
  await folder.close()
}

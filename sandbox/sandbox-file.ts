import { chmod, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SeededMerchant } from './seed.ts'

/** The credentials with which developers begin (running contract). */
export interface SandboxFile {
  base_url: string
  developer_id: string
  merchants: SeededMerchant[]
  /** Missing in homes that were seeded before there was OAuth; the next start adds it. */
  oauth?: SandboxOauth
}

/** A registered integration to try OAuth with (running contract). */
export interface SandboxOauth {
  auth_url: string
  client_id: string
  client_secret: string
  redirect_uris: string[]
}

const nameOf = (home: string): string => join(home, 'sandbox.json')

/** Writes the file as a whole, readable by its owner only, because it holds keys. */
export async function writeSandboxFile(home: string, content: SandboxFile): Promise<void> {
  const temporary = `${nameOf(home)}.${process.pid}`
  await writeFile(temporary, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 })
  await chmod(temporary, 0o600)
  await rename(temporary, nameOf(home))
}

export async function readSandboxFile(home: string): Promise<SandboxFile | null> {
  try {
    return JSON.parse(await readFile(nameOf(home), 'utf8')) as SandboxFile
  } catch {
    return null
  }
}

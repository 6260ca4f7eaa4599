import { chmod, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { localDate } from '../src/lib/local-date.ts'
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

/** Returns the keys and ids of the first merchant under the names that the examples of the documentation use. */
export function exampleValues(file: SandboxFile | null, seconds: number): Record<string, string> | null {
  const merchant = file?.merchants[0]
  if (!merchant) return null
  const { user, location_id, contact_id, terminal_id } = merchant
  return {
    BASE_URL: file.base_url,
    DEVELOPER_ID: file.developer_id,
    USER_ID: user.user_id,
    USER_API_KEY: user.user_api_key,
    LOCATION_ID: location_id,
    CONTACT_ID: contact_id,
    TERMINAL_ID: terminal_id,
    CARD_PRODUCT_ID: merchant.cc_product_transaction_id,
    BANK_PRODUCT_ID: merchant.ach_product_transaction_id,
    TOMORROW: localDate(seconds, 'America/New_York').add({ days: 1 }).toString(),
  }
}

import { createHash, timingSafeEqual } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hashPassword, verifyPassword } from '../src/auth/password.ts'
import { randomLetters } from '../src/lib/random-letters.ts'

/** 119 random bits. */
const LETTERS = 20

/** The password of a sandbox that other machines can reach. */
export interface SandboxPassword {
  verify(password: string): Promise<boolean>
  /** It was made by this start, and is never shown again; null otherwise. */
  made: string | null
}

/**
 * Returns the password of the settings, or else the one of this home, of which only the mark is kept. One is made where
 * it is needed for the first time; without one nothing is right.
 */
export async function sandboxPassword(
  home: string,
  { chosen, is_needed }: { chosen: string | null; is_needed: boolean },
): Promise<SandboxPassword> {
  if (chosen !== null) return { verify: async password => isSame(password, chosen), made: null }
  const path = join(home, 'sandbox-password')
  const kept = await readFile(path, 'utf8').catch(() => null)
  if (kept) return { verify: password => verifyPassword(password, kept.trim()), made: null }
  if (!is_needed) return { verify: async () => false, made: null }
  const made = randomLetters(LETTERS)
  await writeFile(path, `${await hashPassword(made)}\n`, { mode: 0o600, flag: 'wx' })
  return { verify: async password => isSame(password, made), made }
}

function isSame(given: string, expected: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(expected))
}

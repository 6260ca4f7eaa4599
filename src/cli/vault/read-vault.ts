import { createReadStream } from 'node:fs'
import { counted } from '../../lib/counted.ts'
import { DamagedFile, decryptWith, FILE_CHANGED, isEncrypted, parseJson, readIdentity } from '../age.ts'
import { isVaultHead, lineProblems, type VaultEnd, type VaultLine } from './vault-line.ts'

/** More problems than this are not listed. */
const MOST_PROBLEMS = 20

export interface VaultFile {
  path: string
  /** The path of an identity file. */
  identity: string
}

/**
 * Reads an export from its first to its last line and hands each account over. Returns its source and the number of
 * accounts. Throws when the file was changed, cut off or encrypted for another recipient; until it returns, what was
 * handed over must not be relied on.
 */
export async function readVault(
  { path, identity }: VaultFile,
  take: (line: VaultLine, source: string) => Promise<void> = async () => undefined,
): Promise<{ source: string; count: number }> {
  const key = await readIdentity(identity)
  try {
    if (!(await isEncrypted(path))) throw new DamagedFile('it is not encrypted: it was not written by vault-export')
    return await readLines(await decryptWith(key, createReadStream(path)), take)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new Error(`there is no file ${path}`)
    // Every other error comes from the receiver of the accounts.
    throw error instanceof DamagedFile ? new Error(`${path}: ${error.message}`) : error
  }
}

async function readLines(
  source: AsyncIterable<Uint8Array>,
  take: (line: VaultLine, source: string) => Promise<void>,
): Promise<{ source: string; count: number }> {
  let from: string | undefined
  let end: VaultEnd | undefined
  let count = 0
  const problems: string[] = []
  for await (const text of linesIn(source)) {
    const value = parseJson<unknown>(text)
    if (end) throw new DamagedFile('there is something behind its end')
    if (from === undefined) {
      if (!isVaultHead(value)) throw new DamagedFile('it is no vault that this code can read')
      from = value.source
    } else if (isEnd(value)) end = value
    else {
      const wrong = lineProblems(value)
      if (wrong.length > 0) problems.push(`${nameOf(value) ?? `line ${count + 2}`}: ${wrong.join(' ')}`)
      else await take(value as VaultLine, from)
      count += 1
    }
  }
  if (from === undefined || end === undefined) throw new DamagedFile('it ends too early')
  if (end.accountvaults !== count) throw new DamagedFile('accounts are missing in it')
  if (problems.length > 0)
    throw new DamagedFile(
      `${counted(problems.length, 'account is', 'accounts are')} not right: ${problems.slice(0, MOST_PROBLEMS).join('; ')}`,
    )
  return { source: from, count }
}

/** Characters of a line: many times what an account has. A line is held in memory. */
const LONGEST_LINE = 1024 * 1024

async function* linesIn(source: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let begun = ''
  for await (const piece of asDamaged(source)) {
    const lines = (begun + decoded(decoder, piece)).split('\n')
    begun = lines.pop()!
    if (begun.length > LONGEST_LINE) throw new DamagedFile('a line of it is too long')
    yield* lines
  }
  if (begun !== '') yield begun
}

async function* asDamaged(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* source
  } catch (error) {
    throw new DamagedFile(FILE_CHANGED, { cause: error })
  }
}

function decoded(decoder: TextDecoder, piece: Uint8Array): string {
  try {
    return decoder.decode(piece, { stream: true })
  } catch {
    throw new DamagedFile('it is no UTF-8')
  }
}

/** Returns what names a line among problems: its id, where it has one that can be printed. */
function nameOf(value: unknown): string | null {
  const id = (value as Partial<VaultLine> | null)?.id
  return typeof id === 'string' && /^[\w-]{1,36}$/.test(id) ? id : null
}

function isEnd(value: unknown): value is VaultEnd {
  return typeof value === 'object' && value !== null && Number.isSafeInteger((value as VaultEnd).accountvaults)
}

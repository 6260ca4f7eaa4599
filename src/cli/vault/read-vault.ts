import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
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
  source: NodeJS.ReadableStream,
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
      const line = value as VaultLine
      const wrong = lineProblems(line)
      if (wrong.length > 0) problems.push(`${line?.id ?? `line ${count + 2}`}: ${wrong.join(' ')}`)
      else await take(line, from)
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

/** readline does not pass errors of its input on. */
async function* linesIn(source: NodeJS.ReadableStream): AsyncGenerator<string> {
  const lines = createInterface({ input: source, crlfDelay: Number.POSITIVE_INFINITY })
  let failure: unknown
  source.on('error', error => {
    failure = new DamagedFile(FILE_CHANGED, { cause: error })
    lines.close()
  })
  try {
    for await (const line of lines) yield line
  } catch (error) {
    throw new DamagedFile(FILE_CHANGED, { cause: error })
  }
  if (failure) throw failure
}

function isEnd(value: unknown): value is VaultEnd {
  return typeof value === 'object' && value !== null && Number.isSafeInteger((value as VaultEnd).accountvaults)
}

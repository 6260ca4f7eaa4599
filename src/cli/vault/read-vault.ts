import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { CHANGED, Damaged, decryptWith, isEncrypted, parsed, readIdentity } from '../age.ts'
import { isVaultHead, lineProblems, type VaultEnd, type VaultLine } from './vault-line.ts'

/** More would be told than anybody reads. */
const MOST_PROBLEMS = 20

export interface VaultFile {
  path: string
  /** The path of an identity file. */
  identity: string
}

/**
 * Reads an export from its first to its last line and hands each account over; answers where it came from and how many there are. Throws
 * one line for a file that was changed, cut off, or meant for somebody else; what was handed over until then must not count.
 */
export async function readVault(
  { path, identity }: VaultFile,
  take: (line: VaultLine, source: string) => Promise<void> = async () => undefined,
): Promise<{ source: string; count: number }> {
  const key = await readIdentity(identity)
  try {
    if (!(await isEncrypted(path))) throw new Damaged('it is not encrypted: it was not written by vault-export')
    return await readLines(await decryptWith(key, createReadStream(path)), take)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new Error(`there is no file ${path}`)
    // Anything else went wrong where the accounts were taken to.
    throw error instanceof Damaged ? new Error(`${path}: ${error.message}`) : error
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
    const value = parsed<unknown>(text)
    if (end) throw new Damaged('there is something behind its end')
    if (from === undefined) {
      if (!isVaultHead(value)) throw new Damaged('it is no vault that this code can read')
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
  if (from === undefined || end === undefined) throw new Damaged('it ends too early')
  if (end.accountvaults !== count) throw new Damaged('accounts are missing in it')
  if (problems.length > 0)
    throw new Damaged(`${problems.length} accounts are not right: ${problems.slice(0, MOST_PROBLEMS).join('; ')}`)
  return { source: from, count }
}

/** An error of the stream has to reach whoever reads its lines. */
async function* linesIn(source: NodeJS.ReadableStream): AsyncGenerator<string> {
  const lines = createInterface({ input: source, crlfDelay: Number.POSITIVE_INFINITY })
  let failure: unknown
  source.on('error', error => {
    failure = new Damaged(CHANGED, { cause: error })
    lines.close()
  })
  try {
    for await (const line of lines) yield line
  } catch (error) {
    throw new Damaged(CHANGED, { cause: error })
  }
  if (failure) throw failure
}

function isEnd(value: unknown): value is VaultEnd {
  return typeof value === 'object' && value !== null && Number.isSafeInteger((value as VaultEnd).accountvaults)
}

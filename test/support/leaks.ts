import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Answer, Client, TestApp } from './app.ts'

/** A secret that went into the gateway, and where it may be shown again. */
export interface Secret {
  /** What it is, for the message of a failure. */
  name: string
  text: string
  /**
   * Short digits count as found only as a separate number, because by chance they are part of many longer numbers and
   * seals.
   */
  is_short?: boolean
  /** Answers may show it, as a key that is shown when it is created; nothing may store it. */
  in_answers?: boolean
}

/** Something to be searched: a table, the log, a file, an answer. */
export interface Haystack {
  place: string
  kind: 'kept' | 'answer'
  text: string
}

/** A client that records every answer. */
export function recordingClient(client: Client, answers: Haystack[]): Client {
  const noted =
    (method: 'get' | 'post' | 'put' | 'delete') =>
    async (path: string, ...rest: never[]): Promise<Answer> => {
      const answer = await (client[method] as (path: string, ...rest: never[]) => Promise<Answer>)(path, ...rest)
      const text = `${JSON.stringify(answer.headers)}\n${answer.text}`
      answers.push({ place: `${method} ${path.slice(0, 60)}, ${answer.status}`, kind: 'answer', text })
      return answer
    }
  return { ...client, get: noted('get'), post: noted('post'), put: noted('put'), delete: noted('delete') }
}

/** Everything the gateway has stored: each row of each table as text, each line of its log, each file of its home. */
export async function kept(t: TestApp): Promise<Haystack[]> {
  const tables = await t.db.query<{ name: string }>(
    `select quote_ident(table_name) as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  )
  const found: Haystack[] = [{ place: 'the log', kind: 'kept', text: t.logged() }]
  for (const { name } of tables) {
    const rows = await t.db.query<{ text: string }>(`select kept::text as text from ${name} as kept`)
    found.push({ place: `table ${name}`, kind: 'kept', text: rows.map(row => row.text).join('\n') })
  }
  for (const entry of await readdir(t.home, { recursive: true, withFileTypes: true })) {
    // The file in which the sandbox hands the seeded credentials to its developer.
    if (!entry.isFile() || entry.name === 'sandbox.json') continue
    const path = join(entry.parentPath, entry.name)
    found.push({ place: `file ${entry.name}`, kind: 'kept', text: await readFile(path, 'latin1') })
  }
  return found
}

/**
 * Returns where secrets appear: as they are, with blanks between groups, in base64 or hex, or the inner digits of a
 * long number.
 */
export function leaks(secrets: readonly Secret[], haystacks: readonly Haystack[]): string[] {
  return secrets.flatMap(secret => {
    const forms = formsOf(secret)
    return haystacks
      .filter(({ kind }) => kind === 'kept' || !secret.in_answers)
      .filter(({ text }) => forms.some(form => form.test(text)))
      .map(({ place }) => `${secret.name} ${secret.text} is in ${place}`)
  })
}

function formsOf({ text, is_short }: Secret): RegExp[] {
  const quoted = RegExp.escape(text)
  // Ids, seals and times are runs of letters, digits, dashes and dots; a short number inside one of them is chance.
  if (is_short) return [new RegExp(String.raw`(?<![\w.+/-])${quoted}(?![\w.+/-])`)]
  const forms = [
    text,
    Buffer.from(text)
      .toString('base64')
      .replace(/.{0,2}=*$/, ''),
    Buffer.from(text).toString('hex'),
  ]
  if (/^\d{12,19}$/.test(text))
    forms.push(text.slice(2, -3), text.replaceAll(/(.{4})(?=.)/g, '$1 '), text.replaceAll(/(.{4})(?=.)/g, '$1-'))
  return forms.map(form => new RegExp(RegExp.escape(form)))
}

import { lexer, type Token, type Tokens } from 'marked'
import { anchorOf, plainText } from '../plain-text.ts'

/** A document of the repository: a Markdown file with a title and sections. */
export interface DocumentFile {
  /** Its address below `/docs/manual`. */
  name: string
  /** Its file in the repository. */
  path: string
  title: string
  source: string
}

export interface Document extends DocumentFile {
  /** Its first paragraph. */
  lead: string
  /** All blocks before the first section. */
  preface: readonly Token[]
  /** The text before the first part. */
  opening: string
  sections: readonly { id: string; title: string; tokens: readonly Token[] }[]
  parts: readonly Part[]
  ids: ReadonlyMap<Token, string>
}

/** What a link or a search leads to: a heading, a paragraph that begins in bold, a row of a table about a name. */
interface Part {
  id: string
  title: string
  /** A row of a table. */
  isRow: boolean
  text: string
}

/** Reads a document. Throws an Error for a file without a title. */
export function readDocument(file: DocumentFile): Document {
  const [heading, ...tokens] = lexer(file.source).filter(({ type }) => type !== 'space') as [
    Tokens.Heading?,
    ...Token[],
  ]
  if (heading?.type !== 'heading' || heading.depth !== 1) throw new Error(`${file.path} begins with a title`)
  const ids = idsOf(tokens)
  const { opening, parts } = partsOf(tokens, ids)
  const starts = tokens.flatMap((token, index) => (isSection(token) ? [index] : []))
  const lead = tokens.find(({ type }) => type === 'paragraph') as Tokens.Paragraph | undefined
  return {
    ...file,
    ...{ opening, parts, ids },
    lead: lead?.text ?? '',
    preface: tokens.slice(0, starts[0] ?? tokens.length),
    sections: starts.map((start, index) => {
      const head = tokens[start] as Tokens.Heading
      return { id: ids.get(head)!, title: plainText(head.text), tokens: tokens.slice(start + 1, starts[index + 1]) }
    }),
  }
}

/** What a list says of a document. */
export function firstSentence(lead: string): string {
  return /^.*?[.:](?=\s|$)/.exec(plainText(lead))?.[0].replace(/:$/, '.') ?? plainText(lead)
}

function isSection(token: Token): boolean {
  return isHeading(token) && (token as Tokens.Heading).depth === 2
}

/** The ids of everything that has a title. Headings come first: theirs are known elsewhere. */
function idsOf(tokens: readonly Token[]): Map<Token, string> {
  const used = new Set<string>()
  const ids = new Map<Token, string>()
  const titled = tokens.flatMap(token => (token.type === 'table' ? namedCells(token as Tokens.Table) : [token]))
  const [headings, others] = [titled.filter(isHeading), titled.filter(token => !isHeading(token))]
  for (const token of [...headings, ...others]) {
    const title = titleOf(token)
    if (title !== null) ids.set(token, unusedAnchor(title, used))
  }
  return ids
}

/** Returns the text before the first part, and the parts in their order, each with its own text only. */
function partsOf(tokens: readonly Token[], ids: ReadonlyMap<Token, string>): { opening: string; parts: Part[] } {
  const opening: Part = { id: '', title: '', isRow: false, text: '' }
  const parts: Part[] = []
  let current = opening
  for (const token of tokens) {
    const rows = token.type === 'table' ? rowParts(token as Tokens.Table, ids) : []
    const id = ids.get(token)
    if (id !== undefined) {
      current = { id, title: titleOf(token)!, isRow: false, text: '' }
      parts.push(current)
    }
    if (rows.length > 0) parts.push(...rows)
    else if (!isHeading(token) && token.type !== 'code') current.text += `${plainText(token.raw)} `
  }
  return { opening: opening.text, parts }
}

function rowParts({ rows }: Tokens.Table, ids: ReadonlyMap<Token, string>): Part[] {
  return rows.flatMap(([first, ...others]) => {
    const id = first && ids.get(first as unknown as Token)
    return id
      ? [{ id, title: plainText(first.text), isRow: true, text: plainText(others.map(({ text }) => text).join(' ')) }]
      : []
  })
}

/** First cells that are a name, such as a setting, a command or a figure, where all of the table's are. */
function namedCells({ rows }: Tokens.Table): Token[] {
  const firsts = rows.flatMap(([first]) => (first ? [first] : []))
  return firsts.every(({ text }) => text.startsWith('`')) ? (firsts as unknown as Token[]) : []
}

function isHeading(token: Token): boolean {
  return token.type === 'heading'
}

/** The title that a block begins with, or null. Cells of tables have no type. */
function titleOf(token: Token): string | null {
  const { type, text, tokens = [] } = token as Tokens.Heading
  if (type === undefined || type === 'heading') return plainText(text)
  const [first] = (type as string) === 'paragraph' ? tokens : []
  return first?.type === 'strong' ? plainText((first as Tokens.Strong).text).replace(/[.:]$/, '') : null
}

function unusedAnchor(title: string, used: Set<string>): string {
  const anchor = anchorOf(title)
  let id = anchor
  for (let count = 1; used.has(id); count += 1) id = `${anchor}-${count}`
  used.add(id)
  return id
}

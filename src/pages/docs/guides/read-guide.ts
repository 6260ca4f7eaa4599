import { lexer, type Token, type Tokens } from 'marked'
import { anchorOf } from '../plain-text.ts'
import type { SampleRequest } from './sample.ts'

/** A piece of a guide: a request in every language, an answer, a diagram, or any other Markdown. */
export type Block =
  | { kind: 'request'; request: SampleRequest }
  | { kind: 'answer'; text: string }
  | { kind: 'diagram'; name: string }
  | { kind: 'text'; token: Token }

/** A guide as it is written: a Markdown file with a title, a lead, and sections. */
export interface Guide {
  name: string
  title: string
  /** The first paragraph, which lists and searches show too. */
  lead: string
  sections: readonly GuideSection[]
  /** The whole file. */
  source: string
}

interface GuideSection {
  id: string
  title: string
  blocks: readonly Block[]
}

/**
 * Reads a guide. A fence of ```` ```http ```` is a request: its first line has method and path, further ones headers,
 * and after a blank line comes the body. Words behind `http` say what is kept of the answer (`CONTACT_ID=contact.id`),
 * `status=422` what is expected instead of success, and `open` that no credentials are sent. ```` ```answer ```` holds
 * what is worth knowing of the answer to the request before it; `…` stands for anything. ```` ```diagram ```` holds
 * the name of one. Throws an Error for a file
 * that has another form.
 */
export function readGuide(name: string, markdown: string): Guide {
  const tokens = lexer(markdown).filter(({ type }) => type !== 'space')
  const [heading, lead, ...rest] = tokens as [Tokens.Heading?, Tokens.Paragraph?, ...Token[]]
  if (heading?.type !== 'heading' || heading.depth !== 1 || lead?.type !== 'paragraph')
    throw new Error(`the guide ${name} begins with a title and a paragraph`)
  const sections: { id: string; title: string; blocks: Block[] }[] = []
  for (const token of rest) {
    if (token.type === 'heading' && token.depth === 2)
      sections.push({ id: anchorOf(token.text), title: token.text, blocks: [] })
    else if (sections.length === 0) throw new Error(`the guide ${name} has text before its first section`)
    else sections.at(-1)!.blocks.push(blockOf(token))
  }
  return { name, title: heading.text, lead: lead.text, sections, source: markdown }
}

function blockOf(token: Token): Block {
  if (token.type !== 'code') return { kind: 'text', token }
  const { text, lang = '' } = token as Tokens.Code
  const [kind, ...words] = lang.split(' ')
  if (kind === 'http') return { kind: 'request', request: requestOf(text, words) }
  if (kind === 'diagram') return { kind, name: text }
  return kind === 'answer' ? { kind: 'answer', text } : { kind: 'text', token }
}

function requestOf(text: string, words: readonly string[]): SampleRequest {
  const [head = '', ...bodies] = text.split('\n\n')
  const [first = '', ...lines] = head.split('\n')
  const [method = '', path = ''] = first.split(' ')
  const headers = lines.map(line => line.split(': ') as [string, string])
  const body = bodies.length > 0 ? JSON.parse(bodies.join('\n\n')) : undefined
  const given = words.filter(word => word.includes('=')).map(word => word.split('=') as [string, string])
  const { status, ...keeps } = Object.fromEntries(given) as Record<string, string>
  return {
    ...{ method, path, body, keeps },
    headers: Object.fromEntries(headers),
    has_credentials: !words.includes('open'),
    status: Number(status ?? usual(method, path)),
  }
}

/** Creating answers 201, everything else that succeeds 200; deleting 204. */
function usual(method: string, path: string): number {
  if (method === 'DELETE') return 204
  return method === 'POST' && /^\/v2\/\w+$/.test(path) ? 201 : 200
}

/** The same program in several languages. */
export interface Codes {
  kind: 'codes'
  codes: readonly Tokens.Code[]
}

/** Returns the blocks with programs that follow each other, each in another language, as one. */
export function inLanguages(blocks: readonly Block[]): (Block | Codes)[] {
  const runs: Block[][] = []
  for (const block of blocks) {
    const last = runs.at(-1)
    if (last && codeIn(block) && codeIn(last[0]!)) last.push(block)
    else runs.push([block])
  }
  return runs.map(run => (run.length > 1 ? { kind: 'codes', codes: run.map(block => codeIn(block)!) } : run[0]!))
}

function codeIn(block: Block): Tokens.Code | null {
  const isCode = block.kind === 'text' && block.token.type === 'code' && (block.token as Tokens.Code).lang
  return isCode ? (block.token as Tokens.Code) : null
}

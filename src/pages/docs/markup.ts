import { Marked, type Token, type Tokens } from 'marked'
import { type Html, html, raw } from '../html.ts'
import { codeBlock } from './docs-page.ts'
import { table } from './field-table.ts'
import type { LinkOf } from './manual/manual.ts'
import { plainText } from './plain-text.ts'

interface MarkupOptions {
  linkOf: LinkOf
  /** Ids of headings and paragraphs, for links to them. */
  ids?: ReadonlyMap<Token, string> | undefined
}

interface Markup {
  inline(text: string): Html
  /** `caption` names its tables to screen readers. */
  blocks(tokens: readonly Token[], caption: string): Html
}

/**
 * Returns how a Markdown file of the project becomes markup: code to copy, tables that become cards on a phone. HTML in
 * a file is shown as text.
 */
export function markupOf({ linkOf, ids }: MarkupOptions): Markup {
  let caption = ''
  const idOf = (token: Token) => ids?.get(token) ?? ''
  const markdown: Marked = new Marked({
    renderer: {
      html: ({ text }: Tokens.HTML | Tokens.Tag) => html`${text}`.text,
      code: ({ text }: Tokens.Code) => codeBlock(text).text,
      codespan: ({ text }: Tokens.Codespan) => html`<code>${breakable(text)}</code>`.text,
      heading(token: Tokens.Heading) {
        const level = raw(`h${token.depth}`).text
        return `<${level}${idAttribute(idOf(token))}>${this.parser.parseInline(token.tokens)}</${level}>\n`
      },
      paragraph(token: Tokens.Paragraph) {
        return `<p${idAttribute(idOf(token))}>${this.parser.parseInline(token.tokens)}</p>\n`
      },
      link(token: Tokens.Link) {
        const [address, label] = [linkOf(token.href), this.parser.parseInline(token.tokens)]
        return address === null
          ? `${label}${placeInRepository(token)}`
          : html`<a href="${address}">${raw(label)}</a>`.text
      },
      image: ({ href, text }: Tokens.Image) => {
        const address = linkOf(href)
        return address === null ? html`${text}`.text : html`<img class="figure" src="${address}" alt="${text}">`.text
      },
      table({ header, rows }: Tokens.Table) {
        const cell = (each: Tokens.TableCell) => {
          const [content, id] = [raw(this.parser.parseInline(each.tokens)), idOf(each as unknown as Token)]
          return id === '' ? content : html`<span id="${id}">${content}</span>`
        }
        const heads = header.map(({ text }) => plainText(text))
        return table(
          caption,
          heads,
          rows.map(row => row.map(cell)),
          heads.length > 2,
        ).text
      },
    },
  })
  return {
    inline: text => raw(String(markdown.parseInline(text))),
    blocks: (tokens, title) => {
      caption = title
      return raw(markdown.parser([...tokens]))
    },
  }
}

/** A long name of a setting breaks behind its underscores, and not in a word. */
function breakable(text: string): Html {
  if (!/^[A-Z\d]+(?:_[A-Z\d]+)+$/.test(text)) return html`${text}`
  return raw(text.replaceAll('_', '_<wbr>'))
}

function idAttribute(id: string): string {
  return id === '' ? '' : html` id="${id}"`.text
}

/** A file that is read in the repository only is named, unless its label does that. */
function placeInRepository({ href, text }: Tokens.Link): string {
  const file = href.split('#', 1)[0]!.replace(/^(?:\.\.\/)+/, '')
  return text.includes(file.split('/').at(-1) || file) ? '' : html` (<code>${file}</code>)`.text
}

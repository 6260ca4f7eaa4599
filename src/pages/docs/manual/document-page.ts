import { html } from '../../html.ts'
import { type Docs, docsPage } from '../docs-page.ts'
import { markupOf } from '../markup.ts'
import { documentOf, linksOf } from './manual.ts'
import type { DocumentFile } from './read-document.ts'

/** The page of one document. */
export function documentPage(docs: Docs, file: DocumentFile): string {
  const { name, path, title, preface, sections, ids } = documentOf(file)
  const markup = markupOf({ linkOf: linksOf(path), ids })
  return docsPage(docs, {
    title,
    current: `manual/${name}`,
    markdown: `/docs/manual/${name}.md`,
    intro: html`<h1>${title}</h1>
${markup.blocks(preface, title)}`,
    sections: sections.map(section => ({
      id: section.id,
      title: section.title,
      content: markup.blocks(section.tokens, section.title),
    })),
  })
}

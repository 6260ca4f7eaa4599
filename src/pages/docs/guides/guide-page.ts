import { type Child, html, raw } from '../../html.ts'
import { codeBlock, type Docs, docsPage } from '../docs-page.ts'
import { linksOf } from '../manual/manual.ts'
import { markupOf } from '../markup.ts'
import { diagramView } from './diagrams.ts'
import { type Block, type Codes, type Guide, inLanguages } from './read-guide.ts'
import type { SampleRequest } from './sample.ts'
import { codesView, type OwnValues, sampleView, VARIABLES, valuesView } from './sample-view.ts'

/** The page of one guide. With the sandbox's own values its examples work as they stand. */
export function guidePage(docs: Docs, guide: Guide, own: OwnValues | null): string {
  const markup = markupOf({ linkOf: linksOf(`src/pages/docs/guides/${guide.name}.md`) })
  let samples = 0
  const view = (title: string, block: Block | Codes): Child => {
    if (block.kind === 'answer')
      return html`<figure class="answer"><figcaption>Answer</figcaption>${codeBlock(block.text)}</figure>`
    if (block.kind === 'diagram') return diagramView(block.name)
    if (block.kind === 'text')
      return raw(
        markup
          .blocks([block.token], title)
          .text.replaceAll(VARIABLES, (_, name) => html`${own?.[name] ?? `$${name}`}`.text),
      )
    samples += 1
    if (block.kind === 'codes') return codesView(block.codes, samples)
    return sampleView(block.request, samples, own)
  }
  return docsPage(docs, {
    title: guide.title,
    current: `guides/${guide.name}`,
    markdown: `/docs/guides/${guide.name}.md`,
    intro: html`<h1>${guide.title}</h1>
<p class="lead">${markup.inline(guide.lead)}</p>
${valuesView(requestsOf(guide), own)}`,
    sections: guide.sections.map(({ id, title, blocks }) => ({
      id,
      title,
      content: html`${inLanguages(blocks).map(block => view(title, block))}`,
    })),
  })
}

function requestsOf({ sections }: Guide): SampleRequest[] {
  return sections.flatMap(({ blocks }) => blocks).flatMap(block => (block.kind === 'request' ? [block.request] : []))
}

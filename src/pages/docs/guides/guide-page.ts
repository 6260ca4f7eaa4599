import { Marked, type Tokens } from 'marked'
import { attrs, type Child, type Html, html, raw } from '../../html.ts'
import { codeBlock, type Docs, docsPage } from '../docs-page.ts'
import type { Block, Guide } from './read-guide.ts'
import { LANGUAGES, type SampleRequest } from './sample.ts'

/** What a reader of this gateway's own documentation has at hand, by the name of the variable. */
export type OwnValues = Readonly<Record<string, string>>

const VARIABLES = /\{\{([A-Z_]+)\}\}/g

/** The page of one guide. With the sandbox's own values its examples work as they stand. */
export function guidePage(docs: Docs, guide: Guide, own: OwnValues | null): string {
  let samples = 0
  const view = (block: Block): Child => {
    if (block.kind === 'answer')
      return html`<figure class="answer"><figcaption>Answer</figcaption>${codeBlock(block.text)}</figure>`
    if (block.kind === 'text')
      return raw(
        markdown.parser([block.token]).replaceAll(VARIABLES, (_, name) => html`${own?.[name] ?? `$${name}`}`.text),
      )
    samples += 1
    return sampleView(block.request, samples)
  }
  return docsPage(docs, {
    title: guide.title,
    current: `guides/${guide.name}`,
    intro: html`<h1>${guide.title}</h1>
<p class="lead">${raw(String(markdown.parseInline(guide.lead)))}</p>
${valuesView(guide, own)}`,
    sections: guide.sections.map(({ id, title, blocks }) => ({ id, title, content: html`${blocks.map(view)}` })),
  })
}

/** Code as everywhere in the documentation, and tables with the roles that their layout on a phone needs. */
const markdown = new Marked({
  renderer: {
    code: ({ text }: Tokens.Code) => codeBlock(text).text,
    codespan: ({ text }: Tokens.Codespan) => html`<code>${text}</code>`.text,
  },
})

/** What every request needs, and then what this guide's requests name and no answer before them brings. */
function namesIn({ sections }: Guide): string[] {
  const names = new Set(['BASE_URL', 'DEVELOPER_ID', 'USER_ID', 'USER_API_KEY'])
  const kept = new Set<string>()
  for (const { blocks } of sections) {
    for (const block of blocks) {
      if (block.kind !== 'request') continue
      const { path, body, keeps } = block.request
      for (const [, name = ''] of `${path} ${JSON.stringify(body)}`.matchAll(VARIABLES))
        if (!kept.has(name)) names.add(name)
      for (const name of Object.keys(keeps)) kept.add(name)
    }
  }
  return [...names]
}

function valuesView(guide: Guide, own: OwnValues | null): Html {
  const lines = namesIn(guide)
    .map(name => `export ${name}=${own?.[name] ?? '…'}`)
    .join('\n')
  return html`<details class="values">
<summary>${own ? 'Your sandbox’s own keys and ids' : 'What the examples need'}</summary>
<p>Set them once in the shell in which you try the examples.${own === null && ' Your administrator has them; in a sandbox they are in sandbox.json.'}</p>
${codeBlock(lines)}
</details>`
}

/** One request in every language. Without a script the languages are chosen by radio buttons and the stylesheet. */
function sampleView(request: SampleRequest, number: number): Html {
  const choice = `sample-${number}`
  const keeps = Object.entries(request.keeps)
  return html`<div class="sample">
<fieldset class="languages"><legend class="quiet">Language of example ${number}</legend>
${LANGUAGES.map(
  ({ name, label }, index) =>
    html`<label><input${attrs({ type: 'radio', name: choice, value: name, checked: index === 0 })}> ${label}</label>`,
)}</fieldset>
${LANGUAGES.map(({ name, code }) => html`<div data-language="${name}">${codeBlock(code(request))}</div>`)}
${
  keeps.length > 0 &&
  html`<p class="fine">Keep of the answer: ${keeps.map(([name, path], index) => html`${index > 0 && ', '}<code>${path}</code> as <code>${name}</code>`)}.</p>`
}
</div>`
}

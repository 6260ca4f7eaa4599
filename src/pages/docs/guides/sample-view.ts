import type { Tokens } from 'marked'
import { attrs, type Html, html } from '../../html.ts'
import { codeBlock } from '../docs-page.ts'
import { LANGUAGES, type SampleRequest } from './sample.ts'

/** What a reader of this gateway's own documentation has at hand, by the name of the variable. */
export type OwnValues = Readonly<Record<string, string>>

export const VARIABLES = /\{\{([A-Z_]+)\}\}/g

/** Returns what every request needs, and then what these name and no answer before them brings. */
function namesIn(requests: readonly SampleRequest[]): string[] {
  const names = new Set(['BASE_URL', 'DEVELOPER_ID', 'USER_ID', 'USER_API_KEY'])
  const kept = new Set<string>()
  for (const { path, body, keeps } of requests) {
    for (const [, name = ''] of `${path} ${JSON.stringify(body)}`.matchAll(VARIABLES))
      if (!kept.has(name)) names.add(name)
    for (const name of Object.keys(keeps)) kept.add(name)
  }
  return [...names]
}

/** The variables of the requests of a page, with the reader's own values where this is his sandbox. */
export function valuesView(requests: readonly SampleRequest[], own: OwnValues | null): Html {
  const lines = namesIn(requests)
    .map(name => `export ${name}=${own?.[name] ?? '…'}`)
    .join('\n')
  return html`<details class="values"${attrs({ 'data-values': own && JSON.stringify(own) })}>
<summary>${own ? 'Your sandbox’s own keys and ids' : 'What the examples need'}</summary>
<p>Set them once in the shell in which you try the examples.${own === null && ' Your administrator has them; in a sandbox they are in sandbox.json.'}</p>
${codeBlock(lines)}
</details>`
}

/** One request in every language. */
export function sampleView(request: SampleRequest, number: number, own: OwnValues | null): Html {
  const keeps = Object.entries(request.keeps)
  const { method, path, body, has_credentials } = request
  const tried = own && JSON.stringify({ method, path, body, has_credentials, keeps: request.keeps })
  const versions = LANGUAGES.map(({ name, label, code }) => ({ name, label, text: code(request) }))
  return html`<div class="sample"${attrs({ 'data-request': tried })}>
${chooser(versions, number)}
${
  keeps.length > 0 &&
  html`<p class="fine">From the answer, keep ${keeps.map(([name, path], index) => html`${index > 0 && ', '}<code>${path}</code> as <code>${name}</code>`)}.</p>`
}
</div>`
}

/** A program that a guide has in several languages. */
export function codesView(codes: readonly Tokens.Code[], number: number): Html {
  const versions = codes.map(({ lang = '', text }) => {
    const name = lang === 'js' ? 'typescript' : lang
    const label = lang === 'js' ? 'JavaScript' : LANGUAGES.find(each => each.name === name)?.label
    if (label === undefined) throw new Error(`${lang} is no language of the examples`)
    return { name, label, text }
  })
  return html`<div class="sample">
${chooser(versions, number)}
</div>`
}

/** Without a script the languages are chosen by radio buttons and the stylesheet. */
function chooser(versions: readonly { name: string; label: string; text: string }[], number: number): Html {
  return html`<fieldset class="languages"><legend class="quiet">Language of example ${number}</legend>
${versions.map(
  ({ name, label }, index) =>
    html`<label><input${attrs({ type: 'radio', name: `sample-${number}`, value: name, checked: index === 0 })}> ${label}</label>`,
)}</fieldset>
${versions.map(({ name, text }) => html`<div data-language="${name}">${codeBlock(text)}</div>`)}`
}

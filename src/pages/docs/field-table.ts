import type { AnyField, Derived, Resource } from '../../definition/resource.ts'
import { type Child, type Html, html } from '../html.ts'
import { limitWords, MARK_WORDS, typeWords, withCode } from './words.ts'

interface Line {
  name: string
  type: Child
  limits: string | null
  write: string
  /** As JSON. */
  fallback: string | null
  note: string | null
}

/** Every field a caller can send or sees, in the order of the definition, then the computed ones. */
export function fieldTable(resource: Resource): Html {
  const fields = Object.entries(resource.fields).filter(
    ([, { options, mark }]) => options.reach === undefined || mark !== 'S',
  )
  const computed = Object.entries(resource.derived).filter(([name]) => !fields.some(([each]) => each === name))
  const lines = [
    ...fields.map(([name, field]) => lineOf(name, field)),
    ...computed.map(([name, derived]) => computedLine(name, derived)),
  ]
  return table('Fields', ['Field', 'Write', 'Note'], lines.map(cellsOf))
}

/** A table that becomes a list of cards on a phone; its roles are named because that layout would take them away. */
export function table(caption: string, heads: readonly string[], rows: readonly (readonly Child[])[]): Html {
  return html`<table class="rows" role="table">
<caption class="quiet">${caption}</caption>
<thead role="rowgroup"><tr role="row">${heads.map(head => html`<th role="columnheader" scope="col">${head}</th>`)}</tr></thead>
<tbody role="rowgroup">
${rows.map(
  cells => html`<tr role="row">${cells.map((cell, index) => cellOf(cell, index === 0))}</tr>
`,
)}</tbody>
</table>`
}

function cellOf(content: Child, isName: boolean): Html {
  if (isName) return html`<th role="rowheader" scope="row">${content}</th>`
  const isEmpty = content === null || content === ''
  return html`<td role="cell" data-empty="${isEmpty ? 'yes' : 'no'}">${content}</td>`
}

function cellsOf(line: Line): Child[] {
  const name = html`<code class="name">${line.name}</code>
<span class="type">${line.type}${line.limits && `, ${line.limits}`}</span>`
  const write = html`${line.write}${line.fallback !== null && html` <span class="type">Default <code>${line.fallback}</code></span>`}`
  return [name, write, line.note === null ? null : withCode(line.note)]
}

function lineOf(name: string, field: AnyField): Line {
  const { fallback, note, reach, to } = field.options
  const schema = field.kind.schema(field.limits)
  const meaning = typeof schema.description === 'string' ? schema.description : null
  const notes = [meaning, note, reach === undefined ? null : 'Never returned.'].filter(Boolean) as string[]
  return {
    name,
    type: to === undefined ? (name === 'id' ? 'id' : typeWords(schema)) : html`id of a <a href="/docs/${to}">${to}</a>`,
    limits: limitWords(field),
    write: MARK_WORDS[field.mark],
    fallback: fallback === undefined ? null : JSON.stringify(field.kind.wire(fallback)),
    note: notes.length > 0 ? notes.map(sentence).join(' ') : null,
  }
}

function computedLine(name: string, derived: Derived): Line {
  const { description } = derived.schema as { description?: string }
  const same = derived.column && derived.column !== name ? `The value of \`${derived.column}\`.` : null
  return {
    name,
    type: typeWords(derived.schema),
    limits: null,
    write: 'Computed for the answer.',
    fallback: null,
    note: description ? sentence(description) : same,
  }
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`
}

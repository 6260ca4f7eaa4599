import type { Mark } from '../../definition/field.ts'
import type { JsonSchema } from '../../definition/kind.ts'
import type { AnyField, Derived, Fields, Resource } from '../../definition/resource.ts'
import { exampleSent } from '../../http/openapi/example.ts'
import { meaningOf, sentence } from '../../http/openapi/words.ts'
import { cardDataIn } from '../../lib/card-data-in.ts'
import { counted } from '../../lib/counted.ts'
import { attrs, type Child, Html, html } from '../html.ts'

interface Line {
  name: string
  /** Where links to the field lead. */
  anchor: string | null
  type: Child
  limits: string | null
  write: string
  /** As JSON. */
  fallback: string | null
  note: string | null
}

/** Fields of one sort, for a part of the page that opens. */
interface FieldGroup {
  id: string
  title: string
  count: number
  content: Html
}

/** Every field that callers send or receive, in the order of the definition: required, optional, answered only. */
export function fieldGroups(resource: Resource): FieldGroup[] {
  const fields = Object.entries(resource.fields).filter(
    ([, { options, mark }]) => options.reach === undefined || options.reach === 'key' || mark !== 'S',
  )
  const computed = Object.entries(resource.derived).filter(([name]) => !fields.some(([each]) => each === name))
  const marked = (marks: RegExp) =>
    fields.filter(([, { mark }]) => marks.test(mark)).map(([name, field]) => lineOf(resource, name, field))
  const groups = [
    { id: 'required', title: 'Required on create', lines: marked(/^R/) },
    { id: 'optional', title: 'Optional', lines: marked(/^[PU]/) },
    {
      id: 'answered',
      title: 'Answered only',
      lines: [...marked(/^S$/), ...computed.map(([name, derived]) => computedLine(name, derived))],
    },
  ]
  return groups
    .filter(({ lines }) => lines.length > 0)
    .map(({ id, title, lines }) => ({ id, title, count: lines.length, content: linesTable(title, lines) }))
}

/** Returns every field with all that its table says, as text. */
export function fieldTexts(resource: Resource): [name: string, text: string][] {
  const fields = Object.entries(resource.fields).map(([name, field]) => lineOf(resource, name, field))
  const computed = Object.entries(resource.derived).filter(([name]) => !Object.hasOwn(resource.fields, name))
  const lines = [...fields, ...computed.map(([name, derived]) => computedLine(name, derived))]
  return lines.map(({ name, type, limits, write, note }) => {
    const kind = [type instanceof Html ? type.text.replaceAll(/<[^<>]+>/g, '') : String(type), limits]
    return [name, [`${kind.filter(Boolean).join(', ')}.`, write, note].filter(Boolean).join(' ')]
  })
}

/** The fields of a command of its own. */
export function inputTable(resource: Resource, input: Fields): Html {
  const lines = Object.entries(input).map(([name, field]) => ({ ...lineOf(resource, name, field), anchor: null }))
  return linesTable('Fields of the body', lines)
}

function linesTable(caption: string, lines: readonly Line[]): Html {
  return table(caption, ['Field', 'Write', 'Note'], lines.map(cellsOf))
}

/**
 * A table that becomes a list of cards on a phone. Its roles are explicit because that layout would remove the implicit
 * ones. `labelled` cards name the column of each cell.
 */
export function table(
  caption: string,
  heads: readonly string[],
  rows: readonly (readonly Child[])[],
  labelled = false,
): Html {
  const labelOf = (index: number) => (labelled ? heads[index] : null)
  return html`<table class="rows" role="table"${attrs({ 'data-labelled': labelled })}>
<caption class="quiet">${caption}</caption>
<thead role="rowgroup"><tr role="row">${heads.map(head => html`<th role="columnheader" scope="col">${head}</th>`)}</tr></thead>
<tbody role="rowgroup">
${rows.map(
  cells => html`<tr role="row">${cells.map((cell, index) => cellOf(cell, index === 0, labelOf(index)))}</tr>
`,
)}</tbody>
</table>`
}

function cellOf(content: Child, isName: boolean, label: string | null | undefined): Html {
  if (isName) return html`<th role="rowheader" scope="row">${content}</th>`
  const isEmpty = content === null || String(content) === ''
  const marks = attrs({ 'data-empty': isEmpty ? 'yes' : 'no', 'data-label': label })
  return html`<td role="cell"${marks}>${content}</td>`
}

function cellsOf(line: Line): Child[] {
  const name = html`<code class="name"${attrs({ id: line.anchor })}>${line.name}</code>
<span class="type">${line.type}${line.limits && `, ${line.limits}`}</span>`
  const write = html`${line.write}${line.fallback !== null && html` <span class="type">Default <code>${line.fallback}</code></span>`}`
  return [name, write, line.note === null ? null : withCode(line.note)]
}

const SHOWN = {
  input: 'Never returned.',
  hidden: 'Never returned.',
  secret: 'Never returned.',
  key: 'Null but for users who may change the record and come by a key or token of their own.',
} as const

function lineOf(resource: Resource, name: string, field: AnyField): Line {
  const { fallback, reach, to } = field.options
  const schema = field.kind.schema(field.limits)
  const notes = [meaningOf(name, field, resource), reach && SHOWN[reach]].filter(Boolean) as string[]
  const example = exampleText(name, field, schema)
  if (example !== null) notes.push(`Example: \`${example}\`.`)
  return {
    name,
    anchor: `field-${name}`,
    type: to === undefined ? (name === 'id' ? 'id' : typeText(schema)) : html`id of a <a href="/docs/${to}">${to}</a>`,
    limits: limitText(field),
    write: MARK_TEXTS[field.mark],
    fallback: fallback === undefined ? null : JSON.stringify(field.kind.wire(fallback)),
    note: notes.length > 0 ? notes.join(' ') : null,
  }
}

/** A value to send, where its type alone does not say what it looks like. */
function exampleText(name: string, { kind, limits, mark, options }: AnyField, schema: JsonSchema): string | null {
  if (mark === 'S' || options.to !== undefined || options.holds === 'secret') return null
  if (schema.enum !== undefined || schema.type !== 'string') return null
  const example = exampleSent(name, { kind, limits, mark, options } as AnyField)
  // The test card fits every field called account_number, and is refused by those that hold no account.
  if (typeof example !== 'string' || (options.holds !== 'account' && cardDataIn(example))) return null
  return example.length <= 40 ? example : null
}

function computedLine(name: string, derived: Derived): Line {
  const { description } = derived.schema as { description?: string }
  const same = derived.column && derived.column !== name ? `The value of \`${derived.column}\`.` : null
  return {
    name,
    anchor: `field-${name}`,
    type: typeText(derived.schema),
    limits: null,
    write: 'Computed for the answer.',
    fallback: null,
    note: description ? sentence(description) : same,
  }
}

/** The write marks of the contract as text. */
const MARK_TEXTS: Readonly<Record<Mark, string>> = {
  R: 'Required on create.',
  RP: 'Required on create, fixed afterwards.',
  RPU: 'Required on create, can be changed.',
  P: 'Optional on create, fixed afterwards.',
  PU: 'Optional on create, can be changed.',
  U: 'Not on create; can be changed.',
  S: 'Set by the gateway.',
}

/** The type of a value, for a reader who writes JSON. */
function typeText(schema: JsonSchema): string {
  const values = (schema.enum as unknown[] | undefined)?.filter(value => value !== null)
  if (values) return values.every(value => value === 0 || value === 1) ? '1 or 0' : `one of ${values.join(', ')}`
  const types = [schema.type].flat().filter(type => type !== 'null') as string[]
  if (types.length === 0) return schema.type === 'null' ? 'always null' : 'any'
  if (schema.format === 'date') return 'date, yyyy-mm-dd'
  if (typeof schema.pattern === 'string' && schema.pattern.includes('\\.'))
    return 'amount, as a string with two decimals'
  if (schema.format === 'double') return 'amount, as a number'
  if (types[0] === 'array') return `list of ${typeText((schema.items ?? { type: 'string' }) as JsonSchema)}s`
  if (schema.additionalProperties !== undefined) return 'map of label to amount'
  return types.map(type => NAMES[type] ?? type).join(' or ')
}

const NAMES: Record<string, string> = { object: 'JSON object', array: 'JSON array', boolean: 'true or false' }

/**
 * The limits of a field: characters of a text, digits of a number. Null for identifiers, dates and timestamps, whose
 * form is fixed.
 */
function limitText(field: AnyField): string | null {
  const { min, max } = field.limits
  const schema = field.kind.schema(field.limits)
  const isFixed = ['format', 'pattern', 'enum', 'description'].some(word => schema[word] !== undefined)
  if (isFixed || (min === undefined && max === undefined)) return null
  const unit = schema.type === 'integer' ? 'digit' : 'character'
  if (min !== undefined && min === max) return `exactly ${counted(min, unit)}`
  if (max === undefined) return `at least ${counted(min ?? 0, unit)}`
  return min === undefined || min === 0 ? `at most ${counted(max, unit)}` : `${min} to ${counted(max, unit)}`
}

/** Text between backquotes becomes code. */
export function withCode(text: string): Html {
  const parts = text.split('`')
  return html`${parts.map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}`
}

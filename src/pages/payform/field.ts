import type { Attributes, Html } from '../html.ts'
import { attrs, html } from '../html.ts'

/** What reading one field may look at besides its own text. */
export interface Reading {
  /** The raw text of another field of the same form. */
  text(name: string): string
  /** The earliest calendar date it still is anywhere, so that nobody's card expires early. */
  today: Temporal.PlainDate
}

/**
 * One input of a payment form, declared once: how it is shown, what is accepted, and what is said when it is not.
 * `read` gets the trimmed text and answers the value to use, or null when it is not acceptable.
 */
export interface Field {
  name: string
  label: string
  hint?: string
  missing: string
  invalid: string
  /** Which of the script's own checks looks at it while the payer types. */
  check?: string
  /** Never printed into a page again, whatever happens. */
  secret?: boolean
  /** Choices make it a group of radio buttons; values are wire values. */
  choices?: readonly { value: string; label: string }[]
  attributes?: Record<string, string | number | boolean>
  width?: 'full' | 'half'
  read(text: string, reading: Reading): string | null
}

/** A field as one page asks for it. */
export interface AskedField {
  field: Field
  required: boolean
}

/** What the payer typed before and what was wrong with it, by field name. */
export interface Filled {
  values: Record<string, string>
  errors: Record<string, string>
}

/** Something shown inside an input's frame; the name tells the stylesheet how much room it takes. */
export interface Adornment {
  name: string
  view: Html
}

/** A text input or a group of radio buttons with its label, hint and error. Works and reads well without any script. */
export function fieldView({ field, required }: AskedField, filled: Filled, adornment?: Adornment): Html {
  if (field.choices) return choiceView(field, field.choices, filled)
  const error = filled.errors[field.name]
  const hint = hintOf(field, required)
  // Beside its neighbour a longer label would wrap, and push its input out of line.
  const marked = !required && field.width !== 'half'
  return html`<div class="field" data-width="${field.width ?? 'full'}">
<label class="label" for="${field.name}">${field.label}${marked && html` <span class="optional">optional</span>`}</label>
<div class="control"${attrs({ 'data-with': adornment?.name })}>
<input${attrs({ class: 'input', type: 'text', id: field.name, name: field.name, ...(field.attributes ?? {}), required })}${attrs({ value: field.secret ? null : filled.values[field.name] })}${describedBy(field.name, hint, error)}${checks(field)}>
${adornment?.view}
</div>
${hint && html`<p class="hint" id="${field.name}-hint">${hint}</p>`}
${errorView(field.name, error)}
</div>`
}

function hintOf({ hint, width }: Field, required: boolean): string | undefined {
  if (required || width !== 'half') return hint
  return hint ? `Optional. ${hint}` : 'Optional'
}

function choiceView(field: Field, choices: readonly { value: string; label: string }[], filled: Filled): Html {
  const error = filled.errors[field.name]
  const chosen = filled.values[field.name] ?? choices[0]?.value
  return html`<fieldset class="field choice" data-width="${field.width ?? 'full'}"${attrs({ 'aria-describedby': error ? `${field.name}-error` : null })}>
<legend class="label">${field.label}</legend>
<div class="choices">
${choices.map(
  ({ value, label }) =>
    html`<label class="option"><input${attrs({
      type: 'radio',
      name: field.name,
      id: value === choices[0]?.value ? field.name : `${field.name}-${value}`,
      value,
      checked: value === chosen,
    })}> <span>${label}</span></label>`,
)}
</div>
${errorView(field.name, error)}
</fieldset>`
}

/** Always in the page, so that the script has a place to write to. */
export function errorView(name: string, error: string | undefined): Html {
  return html`<p${attrs({ class: 'error', id: `${name}-error`, hidden: !error })}>${error}</p>`
}

/** Ties hint and error to their input, for people who hear the page (WCAG 3.3.1). */
function describedBy(name: string, hint: string | undefined, error: string | undefined): Attributes {
  const parts = [error && `${name}-error`, hint && `${name}-hint`].filter(Boolean)
  return attrs({ 'aria-describedby': parts.join(' ') || null, 'aria-invalid': error ? 'true' : null })
}

/** What the script needs to say the same things earlier. */
function checks(field: Pick<Field, 'check' | 'missing' | 'invalid'>): Attributes {
  return attrs({ 'data-check': field.check ?? 'text', 'data-missing': field.missing, 'data-invalid': field.invalid })
}

/** One line of text: control characters and runs of white space become single spaces. */
export function tidy(text: string): string {
  return text.replace(/[\s\u0000-\u001f\u007f]+/g, ' ').trim()
}

/** Accepts a line of `min` to `max` characters. */
export function line(min: number, max: number): Field['read'] {
  return text => (text.length >= min && text.length <= max ? text : null)
}

/** Accepts `min` to `max` digits however they are grouped with spaces and dashes; the value is the bare digits. */
export function digits(min: number, max: number): Field['read'] {
  return text => readDigits(text, min, max)
}

export function readDigits(text: string, min: number, max: number): string | null {
  const bare = text.replace(/[ -]/g, '')
  return /^[0-9]*$/.test(bare) && bare.length >= min && bare.length <= max ? bare : null
}

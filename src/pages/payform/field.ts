import { type Attributes, attrs, type Html, html } from '../html.ts'

/** What a field may use besides its own text when it is read. */
export interface FieldContext {
  /** The raw text of another field of the same form. */
  text(name: string): string
  /** The earliest current date in any time zone, so that no card expires early. */
  today: Temporal.PlainDate
}

/**
 * One input of a payment form: how it is shown, what is accepted, and the text when it is not. `read` gets the trimmed
 * text and returns the value to use, or null when the text is not acceptable.
 */
export interface Field {
  name: string
  label: string
  hint?: string
  missing: string
  invalid: string
  /** The check of the script that validates it while the payer types. */
  check?: string
  /** Its value is never printed into a page again. */
  secret?: boolean
  /** A number of the payer's own, which may look like that of a card by chance. */
  identifier?: boolean
  /** Makes it a group of radio buttons; values are wire values. */
  choices?: readonly { value: string; label: string }[]
  attributes?: Record<string, string | number | boolean>
  width?: 'full' | 'half'
  read(text: string, context: FieldContext): string | null
}

/** A field as one form has it. */
export interface FormField {
  field: Field
  required: boolean
}

/** What the payer typed, and what is wrong with it, by field name. */
export interface FormInput {
  values: Record<string, string>
  errors: Record<string, string>
}

/** Something shown inside the border of an input. The stylesheet reserves room for it by its name. */
export interface Decoration {
  name: string
  view: Html
}

/** A text input or a group of radio buttons with its label, hint and error. It needs no script. */
export function fieldView(
  { field, required }: FormField,
  input: FormInput,
  { optional, decoration }: { optional: string; decoration?: Decoration | undefined },
): Html {
  if (field.choices) return choiceView(field, field.choices, input)
  const error = input.errors[field.name]
  // Behind the label it would wrap in half the width, and its input would no longer align with the one beside it.
  const hint = required ? field.hint : [optional, field.hint].filter(Boolean).join('. ')
  return html`<div class="field" data-width="${field.width ?? 'full'}">
<label class="label" for="${field.name}">${field.label}</label>
<div class="control"${attrs({ 'data-with': decoration?.name })}>
<input${attrs({ class: 'input', type: 'text', id: field.name, name: field.name, ...(field.attributes ?? {}), required })}${attrs({ value: field.secret ? null : input.values[field.name] })}${describedBy(field.name, hint, error)}${checks(field)}>
${decoration?.view}
</div>
${hint && html`<p class="hint" id="${field.name}-hint">${hint}</p>`}
${errorView(field.name, error)}
</div>`
}

function choiceView(field: Field, choices: readonly { value: string; label: string }[], input: FormInput): Html {
  const error = input.errors[field.name]
  const chosen = input.values[field.name] ?? choices[0]?.value
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

/** It is in the page even when it is empty: the script writes into it. */
export function errorView(name: string, error: string | undefined): Html {
  return html`<p${attrs({ class: 'error', id: `${name}-error`, hidden: !error })}>${error}</p>`
}

/** Ties hint and error to their input for screen readers (WCAG 3.3.1). */
function describedBy(name: string, hint: string | undefined, error: string | undefined): Attributes {
  const parts = [error && `${name}-error`, hint && `${name}-hint`].filter(Boolean)
  return attrs({ 'aria-describedby': parts.join(' ') || null, 'aria-invalid': error ? 'true' : null })
}

/** The texts and the check that the script shows and runs while the payer types. */
function checks(field: Pick<Field, 'check' | 'missing' | 'invalid'>): Attributes {
  return attrs({ 'data-check': field.check ?? 'text', 'data-missing': field.missing, 'data-invalid': field.invalid })
}

/** Returns one line of text: control characters and runs of white space become single spaces. */
export function normalizeText(text: string): string {
  return text.replace(/[\s\u0000-\u001f\u007f]+/g, ' ').trim()
}

/** Accepts a line of `min` to `max` characters. */
export function line(min: number, max: number): Field['read'] {
  return text => (text.length >= min && text.length <= max ? text : null)
}

/** Accepts `min` to `max` digits, grouped by spaces and dashes in any way. The value is the digits alone. */
export function digits(min: number, max: number): Field['read'] {
  return text => readDigits(text, min, max)
}

export function readDigits(text: string, min: number, max: number): string | null {
  const bare = text.replace(/[ -]/g, '')
  return /^[0-9]*$/.test(bare) && bare.length >= min && bare.length <= max ? bare : null
}

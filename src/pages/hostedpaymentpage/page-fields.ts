import { nameOfField, type PageField } from '../../resources/hostedpaymentpage/field-configuration.ts'
import { transaction } from '../../resources/transaction/transaction.ts'
import type { Words } from '../../words/words.ts'
import { type Field, type FormField, line } from '../payform/field.ts'

const LONGEST_CUSTOM = 128

/** The name of the input for a field of the page: the fields of the account have names of their own. */
export function detailName(id: string): string {
  return `detail_${id}`
}

/** The inputs for what a page asks beside amount and account. None of them is required. */
export function detailFields(words: Words, fields: readonly PageField[]): FormField[] {
  return fields.filter(isAsked).map(field => ({ field: inputOf(words, field), required: false }))
}

/** What stands in these inputs at first, by name. */
export function detailDefaults(fields: readonly PageField[]): Record<string, string> {
  const set = fields.filter(field => isAsked(field) && field.value !== null)
  return Object.fromEntries(set.map(({ id, value }) => [detailName(id), String(value)]))
}

/** What the payer reads and cannot change. */
export function shownFields(fields: readonly PageField[]): { label: string; value: string }[] {
  return fields
    .filter(({ id, visible, readonly, value }) => id !== 'transaction_amount' && visible && readonly && value !== null)
    .map(({ id, label, value }) => ({ label: label ?? nameOfField(id), value: String(value) }))
}

function isAsked({ id, visible, readonly }: PageField): boolean {
  return id !== 'transaction_amount' && visible && !readonly
}

function inputOf({ form }: Words, { id, label }: PageField): Field {
  const most = (transaction.fields as Record<string, { limits: { max?: number } }>)[id]?.limits.max ?? LONGEST_CUSTOM
  return {
    name: detailName(id),
    label: label ?? nameOfField(id),
    missing: '',
    invalid: form.at_most_characters(most),
    attributes: { autocomplete: 'off', maxlength: most },
    read: line(1, most),
  }
}

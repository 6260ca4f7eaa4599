import { type Kind, matchAny, parseEach } from '../kind.ts'

const ID = /^[0-9a-fA-F-]{24,36}$/

/** An identifier: a record's own, or another's, which the engine resolves in the caller's scope. */
export const refKind: Kind<string> = {
  name: 'ref',
  null_sent: '',
  column: () => 'character varying(36)',
  parse(value) {
    if (typeof value !== 'string') return { problem: 'must be a string.' }
    return ID.test(value) ? { value } : { problem: 'should be an identifier of 24 to 36 characters.' }
  },
  wire: value => value,
  filter(column, text, scope) {
    const values = parseEach(text, part => ({ value: part }))
    return values && !text.includes('\u0000') ? matchAny(column, values, 'text', scope) : null
  },
  schema: () => ({ type: 'string', minLength: 24, maxLength: 36, pattern: '^[0-9a-fA-F-]{24,36}$' }),
}

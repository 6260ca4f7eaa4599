/**
 * An address that mail can be sent to: one `@` with something on both sides, and nothing that could end an address in
 * a header. Only sending shows whether it exists, so no finer grammar is required.
 */
export const EMAIL_ADDRESS = { pattern: /^[^\s@<>,;"]+@[^\s@<>,;"]+$/, says: 'is not a valid email address.' }

/**
 * What a mail can be sent to: one `@` with something on both sides, and nothing that could end an address in a mail's
 * header. Whether anybody reads it is only known after sending, so no finer grammar is asked.
 */
export const EMAIL_ADDRESS = { pattern: /^[^\s@<>,;"]+@[^\s@<>,;"]+$/, says: 'is not a valid email address.' }

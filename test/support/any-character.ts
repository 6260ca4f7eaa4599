import fc from 'fast-check'

/**
 * Any character of Unicode but half a surrogate pair. fast-check's own `binary` builds a table of all of them first,
 * which takes seconds.
 */
export const anyCharacter = fc
  .nat({ max: 0x10ffff - 0x800 })
  .map(point => String.fromCodePoint(point < 0xd800 ? point : point + 0x800))

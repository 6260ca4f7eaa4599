import { normalized } from './normalized.ts'

/** Letters and marks that Unicode does not decompose, as ASCII (letters mostly as in passports, ICAO Doc 9303). */
const AS_ASCII: Readonly<Record<string, string>> = {
  ...{ Æ: 'AE', æ: 'ae', Œ: 'OE', œ: 'oe', Ø: 'O', ø: 'o', Ł: 'L', ł: 'l', Đ: 'D', đ: 'd', Ð: 'D', ð: 'd' },
  ...{ Þ: 'TH', þ: 'th', ẞ: 'SS', ß: 'ss', Ħ: 'H', ħ: 'h', ı: 'i', ȷ: 'j', ĸ: 'q', Ŋ: 'N', ŋ: 'n', Ŧ: 'T', ŧ: 't' },
  ...{ Ə: 'E', ə: 'e', Ɓ: 'B', ɓ: 'b', Ɗ: 'D', ɗ: 'd', Ƙ: 'K', ƙ: 'k', Ƴ: 'Y', ƴ: 'y', Ɛ: 'E', ɛ: 'e', Ɔ: 'O', ɔ: 'o' },
  ...{ '‘': "'", '’': "'", '‚': "'", '‛': "'", ʻ: "'", ʼ: "'", ʹ: "'", '′': "'", '´': "'", '＇': "'" },
  ...{ '“': '"', '”': '"', '„': '"', '«': '"', '»': '"', '″': '"' },
  ...{ '‐': '-', '‑': '-', '‒': '-', '–': '-', '—': '-', '―': '-', '−': '-' },
  ...{ '·': ' ', '×': 'x' },
}

/** Returns a text in ASCII as far as that is possible: Łukasz is Lukasz, O’Brien is O'Brien. Other letters stay. */
export function toLatin(text: string): string {
  return normalized(Array.from(text, char => AS_ASCII[char] ?? char).join(''), 'NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .replaceAll(/[^ -~]/gu, char => AS_ASCII[char] ?? char)
}

/** Letters and digits that stay when a text is transliterated, each once. */
const STRANGE = /[^\P{L}A-Za-z]|[^\P{N}0-9]/gu

/**
 * Returns why banks could not read a name, whose files have ASCII alone; null for one that they can. Symbols are left
 * out of files, so a name needs something else.
 */
export function bankNameProblem(name: string): string | null {
  const latin = toLatin(name)
  const strange = [...new Set(latin.match(STRANGE))].slice(0, 5)
  if (strange.length > 0) return `must be in Latin letters, as banks have it: ${strange.join(' ')} cannot be sent.`
  return /[A-Za-z1-9]/.test(latin) ? null : 'must have letters.'
}

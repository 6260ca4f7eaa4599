import { normalized } from './normalized.ts'

/**
 * The characters of a text of 160 (GSM 03.38); those of the second row count twice. Any other character limits a text
 * to 70.
 */
const GSM =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'
const GSM_TWICE = '^{}\\[~]|€'

/**
 * Returns how many texts a carrier splits a text into and charges for. Each part of a split text has seven characters
 * less.
 */
export function partsOf(text: string): number {
  const size = gsmSize(text)
  if (size !== null) return size <= 160 ? 1 : Math.ceil(size / 153)
  return text.length <= 70 ? 1 : Math.ceil(text.length / 67)
}

/** Returns the size in septets; null when a character is not in GSM 03.38. */
function gsmSize(text: string): number | null {
  let size = 0
  for (const character of text) {
    if (GSM.includes(character)) size += 1
    else if (GSM_TWICE.includes(character)) size += 2
    else return null
  }
  return size
}

const PLAIN: Record<string, string> = {
  '‘': "'",
  '’': "'",
  '‚': "'",
  '“': '"',
  '”': '"',
  '„': '"',
  '«': '"',
  '»': '"',
  '–': '-',
  '—': '-',
  '−': '-',
  '…': '...',
  '•': '-',
  Ł: 'L',
  ł: 'l',
  đ: 'd',
  ı: 'i',
  '\u00a0': ' ',
  '\u202f': ' ',
  '\t': ' ',
}

/**
 * Returns the text in cheap characters: plain quotes and dashes, and no accents that GSM lacks. Line breaks become
 * spaces.
 */
export function plainText(text: string): string {
  const typed = [...text.replaceAll(/\s+/g, blanks => (/[\r\n]/.test(blanks) ? ' ' : blanks))].map(
    character => PLAIN[character] ?? character,
  )
  return typed
    .map(character => {
      if (GSM.includes(character) || GSM_TWICE.includes(character)) return character
      const bare = normalized(character, 'NFD').replaceAll(/\p{M}/gu, '')
      return GSM.includes(bare) && bare !== '' ? bare : character
    })
    .join('')
}

const ONE = 1
const SHORTEST = 12
const DOTS = '...'

/**
 * Returns a text about `what` from `name`. When it needs several parts, both are shortened as far as they stay
 * recognisable, if that saves a part; the link and the other words never are.
 */
export function fitText(write: (name: string, what: string) => string, name: string, what: string): string {
  const [whole_name, whole_what] = [plainText(name).trim(), plainText(what).trim()]
  const whole = write(whole_name, whole_what)
  const parts = partsOf(whole)
  if (parts === ONE) return whole
  for (const [most_name, most_what] of cuts(whole_name.length, whole_what.length)) {
    const shorter = write(cut(whole_name, most_name), cut(whole_what, most_what))
    if (partsOf(shorter) < parts) return shorter
  }
  return whole
}

/** Shortens the subject first, then the sender. */
function* cuts(name: number, what: number): Generator<[number, number]> {
  for (let most = what - 1; most >= SHORTEST; most -= 1) yield [name, most]
  for (let most = name - 1; most >= SHORTEST; most -= 1) yield [most, Math.min(what, SHORTEST)]
}

function cut(text: string, most: number): string {
  const characters = [...text]
  if (characters.length <= most) return text
  return `${characters
    .slice(0, most - DOTS.length)
    .join('')
    .trimEnd()}${DOTS}`
}

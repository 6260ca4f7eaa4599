import { normalized } from './normalized.ts'

/**
 * What lists of leaked passwords begin with, without the digits and marks that people put around it. Words that contain
 * a shorter one of the list are left out.
 */
const WORDS = `
password passwort passwd pass parola contrasena motdepasse secret geheim private hidden access account admin root
super user guest demo test tester testing example sample default temp changeme change letmein welcome hello login signin
logon master manager operator system server service support office company business merchant payment gateway tollgate
terminal cashier clerk sales store shop money cash credit card visa bank dollar token hash public
qwerty qwertz azerty asdf zxcv qazwsx iloveyou loveyou love lover sunshine princess prince angel baby babygirl honey
sweet flower butterfly rainbow star starwars batman superman spider spiderman pokemon naruto matrix ninja samurai
dragon monkey tiger lion panther eagle falcon phoenix shadow ghost killer hunter ranger warrior soldier wizard magic
football soccer baseball basketball hockey golf tennis yankees cowboys steelers lakers chelsea arsenal liverpool
barcelona madrid juventus mustang ferrari porsche mercedes toyota honda harley yamaha corvette camaro
charlie jordan michael michelle jessica ashley jennifer daniel thomas robert matthew andrew joshua george william
nicole hannah amanda samantha anthony richard maria david james john mary peter martin alex jack maggie buster bailey
summer winter spring autumn january february march april june july august september october november december
monday tuesday wednesday thursday friday saturday sunday
america american canada london newyork chicago dallas texas boston florida california paris berlin mexico
api key computer internet windows google facebook instagram linkedin samsung apple android iphone cisco oracle
cheese chocolate cookie banana orange pepper ginger coffee whiskey guinness peanut
freedom family forever friend happy lucky winner champion number trustno whatever nothing something pussy fuck shit
abc qwe asd zxc aaa xxx`

const COMMON = [...new Set(WORDS.trim().split(/\s+/))]

/** Rows of keyboards; neighbours on them are what a finger types without thinking. */
const ROWS = [
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'qwertzuiop',
  'azertyuiop',
  '1234567890',
  'abcdefghijklmnopqrstuvwxyz',
]

/** What is written for a letter. */
const INSTEAD: Readonly<Record<string, string>> = {
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

/** Stands for a word, a row or a year, each of which is one guess. */
const ONE = '\u0001'

const FEWEST_CHARACTERS = 6
const SHORTEST_ROW = 3
const SHORTEST_WORD = 3

/**
 * Returns of how many characters a secret consists for who guesses it: a repeat counts once, and a common word, a word
 * of `about` (the user's name, the company's), a run over the keyboard or the alphabet and a year count as one each.
 */
export function unguessedLength(secret: string, about: readonly (string | null | undefined)[] = []): number {
  const once = onePeriod(normalized(secret, 'NFKC').toLowerCase())
  const named = about.flatMap(text => (text ?? '').toLowerCase().split(/[^\p{L}\p{Nd}]+/u))
  const words = [...named, ...COMMON].filter(word => word.length >= SHORTEST_WORD)
  let rest = once
  for (const word of words.toSorted((one, other) => other.length - one.length)) rest = withoutWord(rest, word)
  rest = rest.replaceAll(/(?:19|20)\d\d/g, ONE)
  return withoutRepeats(withoutRows(rest)).length
}

/** Whether a secret that nobody should guess is short of what it seems; `least` is the length it has to have. */
export function isGuessable(
  secret: string,
  least: number,
  about: readonly (string | null | undefined)[] = [],
): boolean {
  return new Set(secret).size < FEWEST_CHARACTERS || unguessedLength(secret, about) < least
}

/** Finds a word also where digits and marks stand for its letters. */
function withoutWord(text: string, word: string): string {
  const plain = Array.from(text, character => INSTEAD[character] ?? character).join('')
  // A character may have become another number of characters only where it was none of this list.
  const readable = plain.length === text.length ? plain : text
  let [rest, from] = ['', 0]
  for (let at = indexIn(text, readable, word, 0); at >= 0; at = indexIn(text, readable, word, from)) {
    rest += text.slice(from, at) + ONE
    from = at + word.length
  }
  return rest + text.slice(from)
}

function indexIn(text: string, readable: string, word: string, from: number): number {
  const found = [text.indexOf(word, from), readable.indexOf(word, from)].filter(at => at >= 0)
  return found.length > 0 ? Math.min(...found) : -1
}

/** Leaves one of what the whole text repeats. */
function onePeriod(text: string): string {
  const [, period, end = ''] = /^(.+?)\1+(.*)$/su.exec(text) ?? []
  return period?.startsWith(end) ? period : text
}

/** Leaves one of each character that is repeated. */
function withoutRepeats(text: string): string {
  return text.replaceAll(/(.)\1+/gsu, '$1')
}

/** Replaces runs over the keyboard or the alphabet, in either direction. */
function withoutRows(text: string): string {
  let rest = ''
  for (let at = 0; at < text.length; ) {
    const length = Math.max(...ROWS.map(row => Math.max(runIn(row, text, at), runIn(reversed(row), text, at))))
    rest += length >= SHORTEST_ROW ? ONE : text[at]
    at += length >= SHORTEST_ROW ? length : 1
  }
  return rest
}

function runIn(row: string, text: string, at: number): number {
  const start = row.indexOf(text[at]!)
  if (start < 0) return 0
  let length = 1
  while (start + length < row.length && text[at + length] === row[start + length]) length += 1
  return length
}

function reversed(text: string): string {
  return [...text].toReversed().join('')
}

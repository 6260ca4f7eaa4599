// @ts-check
/**
 * The one ranking of the documentation's search. The server runs it for its page of results, browsers run it as a
 * reader types and where the documentation lies in files. Therefore it has no syntax of TypeScript.
 */
import { SPELLINGS, SYNONYMS } from './synonyms.js'

/**
 * A part of the documentation that can be found. `weight` ranks kinds of places: a guide before a field.
 * @typedef {{ href: string, title: string, where: string, text: string, code?: string, weight: number }} Place
 * @typedef {[text: string, isHit: boolean]} Piece
 * @typedef {Pick<Place, 'href' | 'title' | 'where'> & { excerpt: Piece[] }} Found
 * @typedef {{ count: number, found: Found[] }} Results
 * @typedef {(query: string, most: number) => Results} Search
 * @typedef {Map<string, number>} Hits
 */

/** A word in a title counts as much as ten in the text. Samples of code count least. */
const FIELD_WEIGHTS = /** @type {const} */ ([
  ['title', 10],
  ['where', 2],
  ['text', 1],
  ['code', 0.3],
])
const REPEATED = 0.25
const MOST_REPEATED = 4
const PREFIX = 0.6
const TYPO = 0.5
const SYNONYM = 0.9
const MOST_TERMS = 8
const LONGEST_PHRASE = 3
/** Places below this share of the best one's score are left out. */
const SMALLEST_SHARE = 0.15
const EXCERPT = 180

const STOP_WORDS = new Set(
  'a an and are as at be by can do does for from get how i in is it me my of on or should that the to what when where which why with you your'.split(
    ' ',
  ),
)

/** @param {string} text @returns {string[]} */
function wordsOf(text) {
  const spelled = SPELLINGS.reduce((rest, [pattern, word]) => rest.replaceAll(pattern, word), text.toLowerCase())
  return spelled.match(/[\p{L}\p{N}_]+/gu) ?? []
}

/**
 * Returns the part of a word that its forms share: refund, refunds, refunded. Names and numbers stay.
 * @param {string} word
 */
function stemOf(word) {
  if (word.length < 4 || /[\d_]/.test(word)) return word
  const single = word.replace(/ies$/, 'y').replace(/([^s])s$/, '$1')
  const [, start = single] = /^(.{4,}?)(?:ation|ment|ing|ion|ed|e)$/.exec(single) ?? []
  return start.replace(/(?<=...)e$/, '')
}

/**
 * A name such as exp_date is found by itself and by its parts.
 * @param {string} text @param {Map<string, string[]>} [known] the words of the same run
 */
function stemsOf(text, known = new Map()) {
  return wordsOf(text).flatMap(word => {
    const stems = known.get(word) ?? (word.includes('_') ? [word, ...word.split('_').map(stemOf)] : [stemOf(word)])
    known.set(word, stems)
    return stems
  })
}

/**
 * Returns for each stem in which places it is, and what it is worth there.
 * @param {readonly Place[]} places
 */
function postingsOf(places) {
  /** @type {Map<string, Map<number, number>>} */
  const postings = new Map()
  const known = new Map()
  for (const [index, place] of places.entries()) {
    for (const [field, weight] of FIELD_WEIGHTS) {
      /** @type {Map<string, number>} */
      const counts = new Map()
      for (const stem of stemsOf(place[field] ?? '', known)) counts.set(stem, (counts.get(stem) ?? 0) + 1)
      for (const [stem, count] of counts) {
        const worth = weight * (1 + REPEATED * (Math.min(count, MOST_REPEATED) - 1))
        const scores = postings.get(stem) ?? new Map()
        scores.set(index, (scores.get(index) ?? 0) + worth)
        postings.set(stem, scores)
      }
    }
  }
  return postings
}

/** The stems of a text without words that tell nothing, unless it has no others. @param {string} text */
function tellingStems(text) {
  const words = wordsOf(text)
  const telling = words.filter(word => !STOP_WORDS.has(word))
  return (telling.length > 0 ? telling : words).map(stemOf)
}

const PHRASES = new Map(
  SYNONYMS.map(([phrase, ...others]) => [tellingStems(phrase).join(' '), others.map(tellingStems)]),
)

/**
 * Splits a query into terms. A term is a word or a phrase with synonyms, as alternatives; the first one is as typed.
 * @param {string} query @returns {string[][][]}
 */
function termsOf(query) {
  const stems = tellingStems(query)
  const terms = []
  for (let at = 0; at < stems.length && terms.length < MOST_TERMS; ) {
    const sizes = Array.from({ length: LONGEST_PHRASE }, (_, index) => LONGEST_PHRASE - index)
    const size = sizes.find(each => PHRASES.has(stems.slice(at, at + each).join(' '))) ?? 1
    const typed = stems.slice(at, at + size)
    terms.push([typed, ...(PHRASES.get(typed.join(' ')) ?? [])])
    at += size
  }
  return terms
}

/**
 * Returns the known stems that a typed one may mean: itself, its continuations, else those with one letter different.
 * @param {string} stem @param {Iterable<string>} known @returns {[stem: string, worth: number][]}
 */
function meantBy(stem, known) {
  /** @type {[string, number][]} */
  const meant = []
  for (const each of known) {
    if (each === stem) meant.push([each, 1])
    else if (stem.length > 1 && each.startsWith(stem)) meant.push([each, PREFIX])
  }
  if (meant.length > 0 || stem.length < 5) return meant
  for (const each of known) if (isTypo(stem, each)) meant.push([each, TYPO])
  return meant
}

/** Whether one letter more, less or other, or two letters exchanged, make one word of the other. */
function isTypo(/** @type {string} */ one, /** @type {string} */ other) {
  if (Math.abs(one.length - other.length) > 1 || one[0] !== other[0]) return false
  let start = 0
  while (start < one.length && one[start] === other[start]) start++
  const rests = [one.slice(start), other.slice(start)]
  const [left = '', right = ''] = rests
  if (left[0] === right[1] && left[1] === right[0] && left.slice(2) === right.slice(2)) return true
  return left.slice(1) === right.slice(1) || left.slice(1) === right || left === right.slice(1)
}

/**
 * Returns a search over the places. Making it costs some milliseconds, searching less than one.
 * @param {readonly Place[]} places @returns {Search}
 */
export function searchOf(places) {
  const postings = postingsOf(places)
  const titles = places.map(({ title }) => new Set(stemsOf(title).filter(stem => !STOP_WORDS.has(stem))))

  /** Notes the stems that were found, with their worth, in `hits`. @param {string} stem @param {Hits} hits */
  const scoresOfStem = (stem, hits) => {
    /** @type {Map<number, number>} */
    const scores = new Map()
    for (const [meant, worth] of meantBy(stem, postings.keys())) {
      const known = postings.get(meant) ?? new Map()
      const rarity = Math.log(1 + places.length / known.size)
      hits.set(meant, Math.max(hits.get(meant) ?? 0, worth))
      for (const [index, score] of known) scores.set(index, Math.max(scores.get(index) ?? 0, score * worth * rarity))
    }
    return scores
  }

  /** The scores of places that have every stem. @param {string[]} stems @param {Hits} hits */
  const scoresOfPhrase = (stems, hits) => {
    const each = stems.map(stem => scoresOfStem(stem, hits))
    const [first = new Map(), ...others] = each
    const both = [...first].filter(([index]) => others.every(scores => scores.has(index)))
    return both.map(([index]) => /** @type {const} */ ([index, sum(each.map(scores => scores.get(index) ?? 0))]))
  }

  /** @param {string[][]} alternatives @param {Hits} hits @returns {Map<number, number>} */
  const scoresOfTerm = (alternatives, hits) => {
    const scores = new Map()
    const [typed = []] = alternatives
    for (const [rank, stems] of alternatives.entries()) {
      const factor = rank === 0 ? 1 : (SYNONYM ** rank * typed.length) / stems.length
      for (const [index, score] of scoresOfPhrase(stems, hits))
        scores.set(index, Math.max(scores.get(index) ?? 0, score * factor))
    }
    return scores
  }

  return (query, most) => {
    const terms = termsOf(query)
    /** @type {Hits} */
    const hits = new Map()
    const scores = terms.map(alternatives => scoresOfTerm(alternatives, hits))
    const ranked = [...new Set(scores.flatMap(each => [...each.keys()]))]
      .map(index => {
        const own = scores.map(each => each.get(index) ?? 0)
        const share = own.filter(score => score > 0).length / terms.length
        const place = /** @type {Place} */ (places[index])
        const title = [...(titles[index] ?? [])]
        const covered = 1 + sum(title.map(stem => hits.get(stem) ?? 0)) / Math.max(1, title.length)
        return { place, score: sum(own) * share ** 2 * covered * place.weight }
      })
      .toSorted((one, other) => other.score - one.score)
    const best = ranked[0]?.score ?? 0
    const found = ranked.filter(({ score }) => score >= best * SMALLEST_SHARE)
    return {
      count: found.length,
      found: found.slice(0, most).map(({ place: { href, title, where, text } }) => {
        return { href, title, where, excerpt: excerptOf(text, hits) }
      }),
    }
  }
}

/** @param {readonly number[]} numbers */
function sum(numbers) {
  return numbers.reduce((all, each) => all + each, 0)
}

/**
 * Returns the part of a text that has the most of the words, cut into pieces that are one of them or not.
 * @param {string} text @param {Hits} hits @returns {Piece[]}
 */
function excerptOf(text, hits) {
  const words = [...text.matchAll(/[\p{L}\p{N}_]+/gu)].map(({ 0: word, index }) => {
    return { start: index, end: index + word.length, isHit: stemsOf(word).some(stem => hits.has(stem)) }
  })
  const marked = words.filter(({ isHit }) => isHit)
  const within = (/** @type {number} */ start) =>
    marked.filter(hit => hit.start >= start && hit.end <= start + EXCERPT).length
  const best = marked.reduce((most, { start }) => (within(start) > within(most) ? start : most), marked[0]?.start ?? 0)
  const start = best + EXCERPT / 2 < EXCERPT ? 0 : (words.find(word => word.start >= best - EXCERPT / 3)?.start ?? 0)
  const end = words.findLast(word => word.end <= start + EXCERPT)?.end ?? Math.min(text.length, EXCERPT)
  const last = text.length - end < 3 ? text.length : end
  /** @type {Piece[]} */
  const pieces = start > 0 ? [['… ', false]] : []
  let at = start
  for (const hit of marked.filter(each => each.start >= start && each.end <= last)) {
    if (hit.start > at) pieces.push([text.slice(at, hit.start), false])
    pieces.push([text.slice(hit.start, hit.end), true])
    at = hit.end
  }
  if (at < last) pieces.push([text.slice(at, last), false])
  return last < text.length ? [...pieces, [' …', false]] : pieces
}

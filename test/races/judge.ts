import type { Random } from '../../conformance/fuzz/random.ts'
import type { Json } from '../support/app.ts'
import { differences } from './plain.ts'
import type { Move, Scene } from './scene.ts'
import type { Site } from './site.ts'
import { inOrder, type Seen } from './trial.ts'
import type { Reply } from './way.ts'

/**
 * How a run is explained: by the first move before the second, by the reverse, or by one of them having been told to
 * retry.
 */
export type Verdict = 'first' | 'second' | 'busy'

/**
 * Temporary refusals: another request is changing the record, and the caller may try again. Such a request counts as
 * not sent.
 */
const BUSY_WORDS: readonly string[] = [
  'Another action is in progress on this transaction.',
  'A refund of this transaction is on its way; its outcome has to be known first.',
  'while another refund of it is on its way.',
  'A payment is being made on this paylink.',
  'A payment of this invoice is on its way; its outcome has to be known first.',
  'The invoice has less left to pay, or another payment of it is on its way.',
  'Terminal is busy with another request.',
]

function isBusy({ status, body }: Reply): boolean {
  if (status === 409) return true
  const text = JSON.stringify(body ?? '')
  return status === 422 && BUSY_WORDS.some(words => text.includes(words))
}

/** Returns how a run is explained, or null when no order explains it. */
export interface Judge {
  explain(scene: Scene, moves: readonly [Move, Move], seen: Seen): Promise<Verdict | null>
  /** The status of each move when nothing had been done before, as far as it was tried: by scene and move. */
  first: ReadonlyMap<string, number>
  /** How the run differs from every order, for people. */
  complain(scene: Scene, moves: readonly [Move, Move], seen: Seen): Promise<string[]>
}

/**
 * The orders are run once for each pair and cached; what no cached order explains is compared with orders that are
 * run again.
 */
export function judge(site: Site, chance: Random): Judge {
  const known = new Map<string, Promise<Seen>>()
  const first = new Map<string, number>()
  const ordered = (scene: Scene, moves: readonly Move[], anew: boolean): Promise<Seen> => {
    const key = [scene.name, ...moves.map(({ name }) => name)].join(' | ')
    const found = anew ? undefined : known.get(key)
    if (found) return found
    const made = inOrder(site, scene, moves, chance).then(seen => {
      first.set(nameOf(scene, moves[0]!), seen.replies[0]!.status)
      return seen
    })
    known.set(key, made)
    return made
  }
  const explained = async (scene: Scene, [one, other]: readonly [Move, Move], seen: Seen, anew: boolean) => {
    const [a, b] = seen.answers
    /** `order` says which of the moves seen were made in `found`, by their places. */
    const is = (found: Seen, order: readonly number[]) =>
      same(found.state, seen.state) &&
      order.every((move, index) => {
        const isOver = [seen.replies[move]!, found.replies[index]!].some(reply => saysOver(scene, reply))
        return isOver || fits(seen.answers[move]!, found.answers[index]!, seen.state)
      })
    const there = await ordered(scene, [one, other], anew)
    if (is(there, [0, 1])) return 'first'
    const back = await ordered(scene, [other, one], anew && one !== other)
    if (is(back, [1, 0])) return 'second'
    if (same(there.state, seen.state) && isBetween([a, b], [there.answers, back.answers.toReversed()], seen.state))
      return 'first'
    if (same(back.state, seen.state) && isBetween([b, a], [back.answers, there.answers.toReversed()], seen.state))
      return 'second'
    if (isBusy(seen.replies[1]!) && is(await ordered(scene, [one], anew), [0])) return 'busy'
    if (isBusy(seen.replies[0]!) && is(await ordered(scene, [other], anew), [1])) return 'busy'
    return null
  }
  return {
    first,
    async explain(scene, moves, seen) {
      if (seen.replies.some(({ status }) => status >= 500)) return null
      return (await explained(scene, moves, seen, false)) ?? explained(scene, moves, seen, true)
    },
    async complain(scene, [one, other], seen) {
      const orders: [string, Move[]][] = [
        [`${one.name}, ${other.name}`, [one, other]],
        [`${other.name}, ${one.name}`, [other, one]],
      ]
      const lines = orders.map(async ([name, moves]) => {
        const found = await ordered(scene, moves, false)
        const answers = moves[0] === one ? found.answers : found.answers.toReversed()
        const apart = differences([seen.answers, seen.state], [answers, found.state])
        return [`seen | ${name}:`, ...apart.map(each => `    ${each}`)]
      })
      return (await Promise.all(lines)).flat()
    },
  }
}

/** A move where it is made. */
export function nameOf({ name }: Scene, move: Pick<Move, 'name'>): string {
  return `${name}: ${move.name}`
}

/** The record had ended by itself when this move came. Read in the reply itself: a plain answer may hide the words. */
function saysOver({ ends }: Scene, { status, body }: Reply): boolean {
  return ends !== undefined && status === 422 && JSON.stringify(body).includes(ends)
}

/**
 * The answer is the one of that order; a record in it may also be shown in its final state, with the changes of the
 * other move.
 */
function fits(answer: Json, ordered: Json, state: Json): boolean {
  if (same(answer, ordered)) return true
  if (answer.status !== ordered.status || answer.status >= 300) return false
  return Object.values(answer.body ?? {}).every(record => isShown(state, record))
}

/**
 * A payment has steps, and a record is read in pieces: an answer given while a payment is in progress shows some
 * fields as they were before it and some as they are after it. The final state is that of an order, and so is every
 * field.
 */
function isBetween(
  answers: readonly Json[],
  [ordered, other]: readonly [readonly Json[], readonly Json[]],
  state: Json,
): boolean {
  return answers.every((answer, index) => {
    const [one, two] = [ordered[index], other[index]]
    if (same(answer, one)) return true
    if (answer.status !== one.status || answer.status >= 300) return false
    return Object.entries(answer.body ?? {}).every(([noun, record]) =>
      Object.entries(record as Json).every(
        ([name, value]) =>
          [one, two].some(each => same(each.body?.[noun]?.[name], value)) || isShown(state, { [name]: value }),
      ),
    )
  })
}

function isShown(state: Json, record: Json): boolean {
  if (typeof state !== 'object' || state === null) return false
  return holds(state, record) || Object.values(state).some(each => isShown(each, record))
}

/** What was read may have been read with more beside it. */
function holds(state: Json, record: Json): boolean {
  return Object.entries(record).every(([name, value]) => name in state && same(state[name], value))
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

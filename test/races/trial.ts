import { setTimeout as pause } from 'node:timers/promises'
import type { Random } from '../../conformance/fuzz/random.ts'
import type { Json } from '../support/app.ts'
import { plain } from './plain.ts'
import { filled, type Move, type Scene, type Stage } from './scene.ts'
import type { Site } from './site.ts'
import type { Reply, Way } from './way.ts'

/** How a run ended: what each move was answered, in the order of the moves, and what can be read afterwards. */
export interface Seen {
  stage: Stage
  replies: readonly Reply[]
  answers: readonly Json[]
  state: Json
}

/** The longest lead of one command over the other: about as long as a payment takes. */
const LONGEST_LEAD_MS = 25

/** Both at once, one at each process; half of the time one of them a little later. */
export function atOnce(site: Site, scene: Scene, moves: readonly [Move, Move], chance: Random): Promise<Seen> {
  return inTurn(scene, () => raced(site, scene, moves, chance))
}

async function raced(site: Site, scene: Scene, moves: readonly [Move, Move], chance: Random): Promise<Seen> {
  const stage = await site.make(scene, chance)
  const ways = chance.oneIn(2) ? site.ways : site.ways.toReversed()
  const leads = chance.oneIn(2) ? [0, 0] : [chance.below(LONGEST_LEAD_MS), chance.below(LONGEST_LEAD_MS)]
  const least = Math.min(...leads)
  const sent = moves.map(async (move, index) => {
    const wait = leads[index]! - least
    if (wait > 0) await pause(wait)
    return move.send(ways[index]!, stage)
  })
  const replies = await Promise.all(sent)
  return look(site, site.ways[chance.below(2)]!, scene, stage, replies)
}

/** Sends the moves one after another. The answers are in their order. */
export function inOrder(site: Site, scene: Scene, moves: readonly Move[], chance: Random): Promise<Seen> {
  return inTurn(scene, () => ordered(site, scene, moves, chance))
}

let turn: Promise<unknown> = Promise.resolve()

function inTurn<T>({ exclusive }: Scene, work: () => Promise<T>): Promise<T> {
  if (!exclusive) return work()
  const mine = turn.then(work)
  turn = mine.catch(() => undefined)
  return mine
}

async function ordered(site: Site, scene: Scene, moves: readonly Move[], chance: Random): Promise<Seen> {
  const stage = await site.make(scene, chance)
  const replies: Reply[] = []
  for (const move of moves) replies.push(await move.send(site.ways[chance.below(2)]!, stage))
  return look(site, site.ways[0]!, scene, stage, replies)
}

const LEDGER = '/sandbox/ledger?reference='

async function look(site: Site, way: Way, scene: Scene, stage: Stage, replies: readonly Reply[]): Promise<Seen> {
  const read = scene.looks.map(async path => {
    const address = filled(path, stage)
    // What a real processor has in its book stands where the simulator's ledger does.
    const book = address.startsWith(LEDGER) ? await site.book(address.slice(LEDGER.length)) : null
    if (book) return [path, book] as const
    const { status, body } = await way.send('GET', address)
    return [path, status === 200 ? plain(body, stage, scene.blurred) : status] as const
  })
  const answers = replies.map(({ status, body }) => ({ status, body: plain(body, stage, scene.blurred) }))
  return { stage, replies, answers, state: Object.fromEntries(await Promise.all(read)) }
}

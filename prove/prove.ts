import { setTimeout as pause } from 'node:timers/promises'
import { random } from '../conformance/fuzz/random.ts'
import { client, Unanswered } from './client.ts'
import type { Field } from './field.ts'
import { JOURNEYS } from './journeys/index.ts'
import { type Options, VICTIMS, type Victim } from './options.ts'
import { quietEnd } from './quiet.ts'
import { type Finding, findings } from './reconcile/finding.ts'
import { reconcile } from './reconcile/index.ts'
import { replay } from './replay.ts'
import { setUp } from './set-up.ts'
import { comeAndGo, moveClock, shoot } from './trouble.ts'

/** What a run came to. */
export interface Verdict {
  seed: number
  operations: { asked: number; acknowledged: number; refused: number; again: number; replayed: number }
  kills: Record<Victim, number>
  forgotten: number
  hops: number
  payments: number
  postbacks: number
  /** The longest time in which nobody got an answer, and the longest start of a process; in milliseconds. */
  silence_ms: number
  start_ms: number
  fallen: string[]
  found: Finding[]
  ms: number
}

const SAY_MS = 15_000

/** One run: work under fire, a quiet end, and the comparison of all who know. */
export async function prove(options: Options): Promise<Verdict> {
  const began = performance.now()
  const ending = new AbortController()
  const field = await setUp(options, ending.signal)
  try {
    options.told(`${Math.round(performance.now() - began)} ms until all processes were ready; seed ${options.seed}`)
    await work(field, ending)
    options.told('the quiet end')
    const open = await quietEnd(field)
    const again = await replay(field)
    const { found, mismatch } = findings('the end')
    for (const each of open) mismatch(`${each} do not come to an end`)
    found.push(...(await reconcile(field)))
    return verdict(field, found, again.length, performance.now() - began)
  } finally {
    await field.end()
  }
}

async function work(field: Field, ending: AbortController): Promise<void> {
  const { options, journal, kills } = field
  journal.listen(true)
  const trouble = [shoot(field), moveClock(field), comeAndGo(field)]
  const clients = Array.from({ length: options.clients }, (_, place) => live(field, place))
  const all = Promise.all([...trouble, ...clients])
  const began = performance.now()
  const done = () => journal.entries.filter(({ state }) => state === 'acknowledged').length
  const enough = () =>
    performance.now() - began > options.work_ms &&
    VICTIMS.every(name => kills[name] >= (options.least_kills[name] ?? 0)) &&
    done() >= options.least_done
  let said = began
  while (!enough() && !options.stop.aborted) {
    await Promise.race([pause(200), all])
    if (performance.now() - said < SAY_MS) continue
    said = performance.now()
    options.told(progress(field, said - began))
  }
  journal.listen(false)
  ending.abort()
  await all
}

function progress({ journal, kills, hops, posts }: Field, ms: number): string {
  const open = journal.entries.filter(({ state }) => state === 'open').length
  const ready = posts.filter(each => each.url() !== null).length
  const killed = VICTIMS.map(name => `${name} ${kills[name]}`).join(', ')
  return `${Math.round(ms / 1000)} s: ${journal.entries.length} operations, ${open} of them open; killed: ${killed}; ${hops} clock jumps; ${ready} processes ready`
}

/** One client: a journey after the other. */
async function live(field: Field, place: number): Promise<void> {
  const { options, sandbox, over } = field
  const chance = random(options.seed + 100 + place)
  const mine = client(field, place % sandbox.merchants.length, chance)
  const names = Object.entries(JOURNEYS).flatMap(([name, [journey, weight]]) => {
    const often = options.journeys ? (options.journeys[name] ?? 0) : weight
    return Array.from({ length: often }, () => journey)
  })
  while (!over.aborted) {
    try {
      await chance.pick(names)(mine)
    } catch (error) {
      if (!(error instanceof Unanswered)) throw error
    }
  }
}

function verdict(field: Field, found: Finding[], replayed: number, ms: number): Verdict {
  const { entries } = field.journal
  const count = (state: string) => entries.filter(entry => entry.state === state).length
  return {
    seed: field.options.seed,
    operations: {
      asked: entries.length,
      acknowledged: count('acknowledged'),
      refused: count('refused'),
      again: entries.filter(({ tries }) => tries > 1).length,
      replayed,
    },
    kills: field.kills,
    forgotten: field.forgotten,
    hops: field.hops,
    payments: entries.filter(({ noun, state }) => noun === 'transaction' && state === 'acknowledged').length,
    postbacks: field.receivers.reduce((sum, { told }) => sum + told.length, 0),
    silence_ms: field.journal.longestSilence(),
    start_ms: Math.max(...field.posts.flatMap(({ starts }) => starts)),
    fallen: field.posts.flatMap(({ fallen }) => fallen),
    found,
    ms,
  }
}

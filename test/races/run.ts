import { type Random, random } from '../../conformance/fuzz/random.ts'
import { type Judge, judge, nameOf, type Verdict } from './judge.ts'
import { type Move, pairsOf, type Scene } from './scene.ts'
import type { Site } from './site.ts'
import { atOnce } from './trial.ts'

/** How long, and with what chance. */
export interface Effort {
  /** How often each pair is run. */
  rounds: number
  /** No run is begun after this. */
  most_ms: number
  seed: number
  /** Pairs of other moves are left out. */
  moves?: (move: Move) => boolean
  /** So many pairs at most are run, chosen by the seed; all when left out. */
  most_pairs?: number
}

export interface Report {
  pairs: number
  runs: number
  verdicts: Record<Verdict, number>
  /** Pairs of which both orders, or a temporary refusal, were seen. */
  contested: number
  mismatches: string[]
  /**
   * Moves that were refused although nothing had been done before, and moves that were accepted although their scene
   * expects a refusal.
   */
  idle: string[]
}

/** Runs at a time: more than processors, because a run mostly waits. */
const LANES = 5
/** As many as people read. */
const MOST_MISMATCHES = 40

/** Runs every pair of every scene so often, in an order that follows from the seed. */
export async function runPairs(site: Site, scenes: readonly Scene[], effort: Effort): Promise<Report> {
  const chance = random(effort.seed)
  const { moves: wanted = () => true, most_pairs } = effort
  const every = scenes.flatMap(scene => pairsOf(scene).map(moves => ({ scene, moves, seen: new Set<Verdict>() })))
  const fitting = every.filter(({ moves }) => moves.every(wanted))
  const pairs = most_pairs === undefined ? fitting : shuffled(fitting, chance).slice(0, most_pairs)
  const bench = judge(site, chance)
  const until = performance.now() + effort.most_ms
  const report = { runs: 0, verdicts: { first: 0, second: 0, busy: 0 }, mismatches: [] as string[] }
  for (let round = 0; round < effort.rounds; round += 1) {
    const queue = shuffled(pairs, chance)
    const lane = async (): Promise<void> => {
      for (let pair = queue.pop(); pair; pair = queue.pop()) {
        if (performance.now() > until || report.mismatches.length >= MOST_MISMATCHES) return
        const found = await one(site, bench, pair.scene, pair.moves, chance)
        report.runs += 1
        if (typeof found === 'string') report.mismatches.push(`seed ${effort.seed}, round ${round}: ${found}`)
        else {
          report.verdicts[found.verdict] += 1
          pair.seen.add(found.verdict)
        }
      }
    }
    await Promise.all(Array.from({ length: LANES }, lane))
  }
  const contested = pairs.filter(({ seen }) => seen.size > 1).length
  return { ...report, pairs: pairs.length, contested, idle: scenes.flatMap(scene => idleIn(scene, bench)) }
}

function idleIn(scene: Scene, { first }: Judge): string[] {
  const names = scene.moves.filter(move => {
    const status = first.get(nameOf(scene, move))
    return status !== undefined && status >= 400 !== (scene.refused ?? []).includes(move.name)
  })
  return names.map(move => `${nameOf(scene, move)}: ${first.get(nameOf(scene, move))}`)
}

async function one(
  site: Site,
  bench: Judge,
  scene: Scene,
  moves: readonly [Move, Move],
  chance: Random,
): Promise<{ verdict: Verdict } | string> {
  const title = `${scene.name}: ${moves[0].name} & ${moves[1].name}`
  try {
    const seen = await atOnce(site, scene, moves, chance)
    const verdict = await bench.explain(scene, moves, seen)
    if (verdict) return { verdict }
    const told = seen.answers.map(each => JSON.stringify(each).slice(0, 300))
    return [`${title} (${seen.stage.id})`, ...told, ...(await bench.complain(scene, moves, seen))].join('\n  ')
  } catch (error) {
    return `${title}\n  ${(error as Error).stack}`
  }
}

function shuffled<T>(items: readonly T[], chance: Random): T[] {
  const left = [...items]
  for (let index = left.length - 1; index > 0; index -= 1) {
    const other = chance.below(index + 1)
    const kept = left[index]!
    left[index] = left[other]!
    left[other] = kept
  }
  return left
}

import { setTimeout as wait } from 'node:timers/promises'
import type { Random } from '../conformance/fuzz/random.ts'
import { random } from '../conformance/fuzz/random.ts'
import { VICTIMS, type Victim, type Weights } from './options.ts'
import { cutPower } from './power/cut.ts'
import { killPostgres, killSimulator } from './power/processes.ts'
import { anyApi, type ProofRun } from './proof-run.ts'
import { timeoutSignal } from './send-until-answered.ts'

/** The most answers that clients get between two kills. */
const MOST_ANSWERS = 12

/** Kills one process after another at random moments until the run is over. */
export async function killAtRandom(proof: ProofRun): Promise<void> {
  const { options, over } = proof
  const chance = random(options.seed + 1)
  while (!over.aborted && VICTIMS.some(name => options.victims[name])) {
    await pause(chance.below(options.pause_ms), over)
    // On a slow machine nothing would ever get done between two kills.
    const enough = proof.journal.answers() + chance.below(MOST_ANSWERS)
    while (!over.aborted && proof.journal.answers() < enough) await pause(20, over)
    const missing = VICTIMS.filter(name => proof.kills[name] < (options.least_kills[name] ?? 0))
    // Towards the end, victims that have not reached their minimum come first; chance alone could take too long.
    const victim =
      missing.length > 0 && chance.oneIn(2) ? chance.pick(missing) : choose(chance, options.victims, VICTIMS)
    if (victim && !over.aborted && (await killOne(proof, chance, victim))) proof.kills[victim] += 1
    // A dead process cannot use its leases any more, and taking a job from a living one does no harm.
    if (options.forgets) await proof.sql('update job set leased_until = null where leased_until is not null')
  }
}

/** Returns whether there was a process to kill. */
async function killOne(proof: ProofRun, chance: Random, victim: Victim): Promise<boolean> {
  if (victim === 'simulator') return killSimulator(proof.home)
  if (victim === 'postgres') return killPostgres(proof.home)
  if (victim === 'power') {
    const lost = await cutPower(proof.home, chance)
    proof.forgotten += lost ?? 0
    return lost !== null
  }
  const post = chance.pick(proof.processes.filter(({ role }) => role === victim))
  // Now and then it is one that is just starting.
  while (!post.url() && !proof.over.aborted && !chance.oneIn(100)) await pause(20, proof.over)
  if (proof.over.aborted) return false
  post.kill()
  return true
}

function choose<Name extends string>(chance: Random, weights: Weights<Name>, names: readonly Name[]): Name | undefined {
  const all = names.flatMap(name => Array.from({ length: weights[name] ?? 0 }, () => name))
  return all.length === 0 ? undefined : chance.pick(all)
}

const HOPS = ['PT1H', 'PT6H', 'PT12H'] as const
const SECONDS = { PT1H: 3600, PT6H: 21_600, PT12H: 43_200 } as const
/** A move waits until the jobs of a dead worker have been taken over. */
const MOVE_MS = 120_000

/** Moves the clock at random moments, through any process that is ready. */
export async function moveClock(proof: ProofRun): Promise<void> {
  const { options, over } = proof
  const chance = random(options.seed + 2)
  while (options.hop_ms > 0 && !over.aborted) {
    await pause(chance.below(options.hop_ms), over)
    if (over.aborted) return
    await advance(proof, chance, chance.pick(HOPS))
  }
}

/**
 * Moves the clock once. A process that dies during the move may have moved it part of the way, or not at all. On a slow
 * machine two moves could meet one request, whose key would be forgotten by the time it arrives; so those that were
 * sent before the last move are waited for.
 */
export async function advance(proof: ProofRun, chance: Random, hop: keyof typeof SECONDS): Promise<boolean> {
  while (proof.under_way.values().some(({ moved_seconds }) => moved_seconds < proof.moved_seconds)) await wait(20)
  const url = anyApi(proof, chance)
  if (!url) return false
  proof.clock_moves += 1
  proof.moved_seconds += SECONDS[hop]
  const body = JSON.stringify({ advance: hop })
  const headers = { 'content-type': 'application/json' }
  try {
    const signal = timeoutSignal(proof, MOVE_MS)
    const answer = await fetch(`${url}/sandbox/clock`, { method: 'POST', body, headers, signal })
    await answer.text()
    return answer.ok
  } catch {
    return false
  }
}

/** Takes the `dead` receiver off the network and back again, for seconds at a time. */
export async function toggleDeadReceiver(proof: ProofRun): Promise<void> {
  const chance = random(proof.options.seed + 3)
  const dead = proof.receivers.find(({ kind_of_receiver }) => kind_of_receiver === 'dead')!
  for (let away = true; !proof.over.aborted; away = !away) {
    await pause(500 + chance.below(2_500), proof.over)
    if (!proof.over.aborted) await dead.go(away)
  }
}

async function pause(ms: number, over: AbortSignal): Promise<void> {
  await wait(ms, undefined, { signal: over }).catch(() => undefined)
}

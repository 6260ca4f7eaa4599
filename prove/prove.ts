import { setTimeout as pause } from 'node:timers/promises'
import { random } from '../conformance/fuzz/random.ts'
import { client, NoAnswer } from './client.ts'
import { killAtRandom, moveClock, toggleDeadReceiver } from './disruptions.ts'
import { troubleHosts } from './hosts/index.ts'
import { type Options, VICTIMS, type Victim } from './options.ts'
import type { ProofRun } from './proof-run.ts'
import { type Finding, findings } from './reconcile/finding.ts'
import { reconcile } from './reconcile/index.ts'
import { replayOne } from './replay.ts'
import { SCENARIOS } from './scenarios/index.ts'
import { setUp } from './set-up.ts'
import { windDown } from './wind-down.ts'

/** What a run came to. */
export interface Verdict {
  seed: number
  operations: { asked: number; acknowledged: number; refused: number; again: number; replayed: number }
  kills: Record<Victim, number>
  forgotten: number
  clock_moves: number
  payments: number
  postbacks: number
  /** Orders that the hosts of real processors received, by connector, and how often something went wrong there. */
  sent: Record<string, number>
  host_faults: number
  /** The longest time without any answer, and the longest start of a process; in milliseconds. */
  silence_ms: number
  start_ms: number
  fallen: string[]
  found: Finding[]
  ms: number
}

const SAY_MS = 15_000
/** After one in so many journeys a client sends something again that was answered before. */
const REPLAY_IN = 4

/** Runs the proof once: work while processes are killed, winding down, and the comparison of all records. */
export async function prove(options: Options): Promise<Verdict> {
  const began = performance.now()
  const ending = new AbortController()
  const proof = await setUp(options, ending.signal)
  try {
    options.report(`${Math.round(performance.now() - began)} ms until all processes were ready; seed ${options.seed}`)
    await work(proof, ending)
    options.report('winding down')
    const { open, again } = await windDown(proof)
    // A killed server forgets how large its tables are, and joins of all records then take minutes.
    await proof.sql('analyze')
    proof.replayed += again.length
    const { found, mismatch } = findings('the end')
    const waited = findings('payments and lists')
    for (const what of proof.journal.lateOnes()) waited.mismatch(`${what} had to wait for them`)
    found.push(...waited.found)
    for (const each of open) mismatch(`${each} do not come to an end`)
    found.push(...(await reconcile(proof, again)))
    return verdict(proof, found, performance.now() - began)
  } finally {
    await proof.end()
  }
}

async function work(proof: ProofRun, ending: AbortController): Promise<void> {
  const { options, journal, kills } = proof
  journal.listen(true)
  const trouble = [killAtRandom(proof), moveClock(proof), toggleDeadReceiver(proof), troubleHosts(proof)]
  const clients = Array.from({ length: options.clients }, (_, place) => runClient(proof, place))
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
    options.report(progress(proof, said - began))
  }
  journal.listen(false)
  ending.abort()
  await all
}

function progress({ journal, kills, clock_moves, processes }: ProofRun, ms: number): string {
  const open = journal.entries.filter(({ state }) => state === 'open').length
  const ready = processes.filter(each => each.url() !== null).length
  const killed = VICTIMS.map(name => `${name} ${kills[name]}`).join(', ')
  return `${Math.round(ms / 1000)} s: ${journal.entries.length} operations, ${open} of them open; killed: ${killed}; ${clock_moves} clock jumps; ${ready} processes ready`
}

/** One client: a journey after the other. */
async function runClient(proof: ProofRun, number: number): Promise<void> {
  const { options, sandbox, over } = proof
  const chance = random(options.seed + 100 + number)
  const from = options.connected_only ? sandbox.merchants.length - options.connectors.length : 0
  const place = from + (number % (sandbox.merchants.length - from))
  const mine = client(proof, place, chance)
  const names = Object.entries(SCENARIOS).flatMap(([name, [scenario, weight]]) => {
    const often = options.scenarios ? (options.scenarios[name] ?? 0) : weight
    return Array.from({ length: often }, () => scenario)
  })
  while (!over.aborted) {
    try {
      await chance.pick(names)(mine)
      if (chance.oneIn(REPLAY_IN)) proof.replayed += await replayOne(proof, place, chance)
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error
    }
  }
}

function verdict(proof: ProofRun, found: Finding[], ms: number): Verdict {
  const { entries } = proof.journal
  const count = (state: string) => entries.filter(entry => entry.state === state).length
  return {
    seed: proof.options.seed,
    operations: {
      asked: entries.length,
      acknowledged: count('acknowledged'),
      refused: count('refused'),
      again: entries.filter(({ tries }) => tries > 1).length,
      replayed: proof.replayed,
    },
    kills: proof.kills,
    forgotten: proof.forgotten,
    clock_moves: proof.clock_moves,
    payments: entries.filter(({ noun, state }) => noun === 'transaction' && state === 'acknowledged').length,
    postbacks: proof.receivers.reduce((sum, { received }) => sum + received.length, 0),
    sent: sentTo(proof),
    host_faults: proof.hosts.faults,
    silence_ms: proof.journal.longestSilence(),
    start_ms: Math.max(...proof.processes.flatMap(({ starts }) => starts)),
    fallen: proof.processes.flatMap(({ fallen }) => fallen),
    found,
    ms,
  }
}

function sentTo({ hosts }: ProofRun): Record<string, number> {
  const groups = Map.groupBy(hosts.received.values(), ({ connector }) => connector)
  return Object.fromEntries(hosts.all.map(({ connector }) => [connector, groups.get(connector)?.length ?? 0]))
}

import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Random, random } from '../../conformance/fuzz/random.ts'
import type { Caller } from '../../src/definition/caller.ts'
import { restartIds } from '../../src/lib/id.ts'
import type { Maker, Move, Stage } from '../races/scene.ts'
import type { Way } from '../races/way.ts'
import { wayToGateway } from './gateway-way.ts'
import { judgeRun, type Sent } from './judge-run.ts'
import { SIMULATED_SCENES, type SimulatedScene } from './scenes.ts'
import { type EventWeights, newProcess, Scheduler } from './scheduler.ts'
import { type SimulatedGateway, startGateway } from './simulated-gateway.ts'
import { type NetworkFaults, NO_FAULTS, type SimulatedHost, simulatedHost } from './simulated-processor.ts'
import { openSite, type SimulationSite, START_MS } from './simulation-site.ts'

/** The result of one seed. */
export interface Run {
  seed: number
  scene: string
  /** One line for each finding. */
  found: string[]
  /** All events, in order. */
  trace: readonly string[]
  digest: string
  /** The log lines of its processes. */
  logged: readonly string[]
  /** Number of requests answered with a 2xx status. */
  done: number
}

/** Opens a site and makes one sale, because a process caches the constant data of its accounts on first use. */
export async function openSimulation(): Promise<SimulationSite> {
  const site = await openSite()
  await simulate(site, 0, SIMULATED_SCENES[0]!.scene.name)
  return site
}

/** Runs one seed. The same seed makes the same events in the same order on any machine. */
export async function simulate(site: SimulationSite, seed: number, scene_name = ''): Promise<Run> {
  restartIds()
  await site.reset()
  await site.observer.setClock(START_MS)
  const run = await openRun(site, seed, scene_name)
  const { scheduler, scene } = run
  const found: string[] = []
  try {
    const stage = await staged(run)
    await work(run, stage, found)
    await windDown(run, found)
    found.push(...(await judged(run)))
  } finally {
    for (const gateway of run.gateways) if (!gateway.is_dead) await scheduler.kill(gateway)
  }
  const logged = run.gateways.flatMap(each => each.logged.map(line => `${each.name}: ${line.trim()}`))
  const done = run.sent.filter(({ reply }) => reply && reply.status < 300).length
  return { seed, scene: scene.scene.name, found, trace: scheduler.trace, digest: scheduler.digest, logged, done }
}

interface RunParts {
  site: SimulationSite
  chance: Random
  plan: Plan
  scheduler: Scheduler
  host: SimulatedHost
  scene: SimulatedScene
  /** All processes that were started, including dead ones. */
  gateways: SimulatedGateway[]
  start(): SimulatedGateway
  sent: Sent[]
}

/** What the seed decides besides the order of events: how many of each kind there are. */
interface Plan {
  processes: number
  requests: number
  deaths: number
  looks: number
  weights: EventWeights
  faults: NetworkFaults
}

const CLIENTS = newProcess('client')

function planOf(chance: Random): Plan {
  const some = (): number => chance.pick([0, 0, 3, 6])
  return {
    processes: 1 + chance.below(2),
    requests: 2 + chance.below(3),
    deaths: chance.pick([0, 0, 1, 2]),
    looks: chance.pick([0, 1, 3]),
    weights: {
      statement: 8,
      network: chance.pick([1, 4, 16]),
      timer: chance.pick([0, 1, 4]),
      arrival: chance.pick([2, 8, 40]),
      work: chance.pick([1, 4]),
      death: 1,
    },
    faults: chance.oneIn(2) ? NO_FAULTS : { lost: some(), cut: some(), refused: some(), twice: some() },
  }
}

async function openRun(site: SimulationSite, seed: number, only: string): Promise<RunParts> {
  const chance = random(seed)
  const plan = planOf(chance)
  const scheduler = new Scheduler(chance, site.observer, START_MS)
  const host = await simulatedHost(scheduler, chance, { rules_out: chance.oneIn(2) })
  const scene = chance.pick(scenesNamed(only))
  const gateways: SimulatedGateway[] = []
  const start = (): SimulatedGateway => {
    const gateway = startGateway({ ...site, scheduler, host }, `process ${gateways.length + 1}`)
    gateways.push(gateway)
    return gateway
  }
  for (let count = 0; count < plan.processes; count++) start()
  return { site, chance, plan, scheduler, host, scene, gateways, start, sent: [] }
}

/** Returns the scene of this name, or all that contain it. An exact name keeps its seeds when scenes are added. */
function scenesNamed(name: string): readonly SimulatedScene[] {
  const same = SIMULATED_SCENES.filter(each => each.scene.name === name)
  const alike = SIMULATED_SCENES.filter(each => each.scene.name.includes(name))
  if (alike.length === 0) throw new Error(`no scene has ${name} in its name`)
  return same.length > 0 ? same : alike
}

function wayTo({ site, scheduler }: RunParts, gateway: SimulatedGateway): Way {
  const { user, location_id } = site.merchant
  const caller: Caller = {
    ...{ user_id: user.user_id, user_type_id: 250, location_id, root_id: location_id, sees_root: true },
    ...{ zone: 'America/New_York', method: 'user-key', address: null },
  }
  return wayToGateway(gateway, scheduler, caller)
}

/** Creates the starting point of the scene, one event at a time and without faults. */
async function staged(run: RunParts): Promise<Stage> {
  const { scene, scheduler, site, gateways } = run
  const way = wayTo(run, gateways[0]!)
  const sent = async (method: string, path: string, name: string, record: unknown) => {
    const { status, body } = await way.send(method, path, { [name]: record })
    assert.ok(status === 200 || status === 201, `${method} ${path}: ${status} ${JSON.stringify(body)}`)
    return body[name]
  }
  const maker = {
    ...{ way, merchant: site.merchant, mark: 'mk1x' },
    post: (plural: string, name: string, record: unknown) => sent('POST', `/v2/${plural}`, name, record),
    put: (path: string, name: string, record: unknown) => sent('PUT', path, name, record),
    once: (_name: string, make: () => Promise<string>) => make(),
    seconds: async () => Math.floor(scheduler.now() / 1000),
    query: (text: string, values: readonly unknown[]) =>
      scheduler.call(CLIENTS, () => site.observer.query(text, values)),
  } satisfies Omit<Maker, 'oauth'>
  let stage: Stage | undefined
  let failed: unknown
  void scene.scene.make(maker as unknown as Maker).then(
    made => {
      stage = made
    },
    error => {
      failed = error
    },
  )
  await scheduler.run(() => stage !== undefined || failed !== undefined)
  if (!stage) throw failed ?? new Error(`the starting point could not be created: ${scheduler.waiting().join(', ')}`)
  return stage
}

/** Picks at least two different kinds of requests, if the scene has them, so that they can conflict. */
function movesOf({ scene: { moves } }: SimulatedScene, { requests }: Plan, chance: Random): Move[] {
  const one = chance.pick(moves)
  const others = moves.filter(each => each !== one)
  const other = others.length > 0 ? chance.pick(others) : one
  const kinds = [one, other, chance.pick(moves)]
  return [one, other, ...Array.from({ length: requests - 2 }, () => chance.pick(kinds))]
}

/** Runs requests, resolver passes, jobs and deaths in the order that the seed chooses. */
async function work(run: RunParts, stage: Stage, found: string[]): Promise<void> {
  const { chance, plan, scheduler, host, scene, gateways, start, sent } = run
  const living = () => gateways.filter(({ is_dead }) => !is_dead)
  let open = plan.requests
  const moves = movesOf(scene, plan, chance)
  const arrive = (index: number): void => {
    const move = moves[index]!
    const gateway = chance.pick(living())
    const record: Sent = { name: move.name, reply: null }
    sent.push(record)
    void move.send(wayTo(run, gateway), stage).then(reply => {
      record.reply = reply
      scheduler.note(`client is answered ${reply.status} to ${move.name}`)
      open -= 1
    })
    lost.push({ gateway, record, index })
  }
  const lost: { gateway: SimulatedGateway; record: Sent; index: number }[] = []
  /** Clients of a dead process send their requests again if that is safe. */
  const leave = (dead: SimulatedGateway): void => {
    for (const { gateway, record, index } of lost) {
      if (gateway !== dead || record.reply) continue
      if (scene.is_one_payment) scheduler.post(CLIENTS, 'arrival', `sends ${record.name} again`, () => arrive(index))
      else open -= 1
    }
  }
  for (const index of moves.keys())
    scheduler.post(CLIENTS, 'arrival', `sends ${moves[index]!.name}`, () => arrive(index))
  for (let count = 0; count < plan.looks; count++) {
    scheduler.post(CLIENTS, 'work', 'starts a resolver pass', () => void chance.pick(living()).resolve())
    scheduler.post(CLIENTS, 'work', 'runs due jobs', () => void chance.pick(living()).drain())
  }
  for (let count = 0; count < plan.deaths; count++)
    scheduler.post(CLIENTS, 'death', 'sees a process die', async () => {
      const victim = chance.pick(living())
      await scheduler.kill(victim)
      start()
      leave(victim)
    })
  host.trouble(plan.faults)
  scheduler.chooseBy(plan.weights)
  if (!(await scheduler.run(() => open === 0))) found.push(`${open} requests are never answered`)
  host.trouble(NO_FAULTS)
}

/** The next time at which work is due, except for the daily closing of batches. */
const NEXT = `
select min(at)::float8 as at from (
  select ask_ts as at from attempt where state in ('pending', 'unknown') and stuck_ts is null
  union all select watch_ts from attempt where watch_ts is not null
  union all select ask_ts from settlement where state = 'pending'
  union all select continue_ts from transactionbatch where continue_ts is not null
  union all select due_ts from transactionbatch where due_ts is not null
  union all select greatest(run_at, leased_until + 1) from job where failed_ts is null) as next`

const MOST_ROUNDS = 80

/** Moves the clock to each time at which work is due until none is left. */
async function windDown({ scheduler, site, gateways, start }: RunParts, found: string[]): Promise<void> {
  scheduler.chooseBy(null)
  await scheduler.settle()
  const gateway = gateways.findLast(({ is_dead }) => !is_dead) ?? start()
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const [next] = await site.observer.query<{ at: number | null }>(NEXT)
    if (!next || next.at === null) return
    await scheduler.advance(Math.max(1_000, next.at * 1000 - scheduler.now()))
    for (const task of [gateway.resolve, gateway.drain]) {
      let is_over = false
      void task().then(
        () => {
          is_over = true
        },
        error => {
          is_over = true
          found.push(`background work failed: ${error instanceof Error ? error.stack : error}`)
        },
      )
      if (!(await scheduler.run(() => is_over))) found.push(`stuck: ${scheduler.waiting().join(', ')}`)
    }
    await scheduler.settle()
  }
  found.push('work does not end')
}

async function judged({ site, host, scene, sent }: RunParts): Promise<string[]> {
  const home = mkdtempSync(join(tmpdir(), 'tollgate-books-'))
  try {
    host.keepBooks(home)
    const sql = site.observer.query
    return await judgeRun({ sql, home, sent, is_one_payment: scene.is_one_payment ?? false })
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

/**
 * The real processors' side of a proof. Their hosts are no part of the gateway, are never killed and keep their books
 * in memory: what dies is the gateway. Never: a rule of the gateway.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { type Random, random } from '../../conformance/fuzz/random.ts'
import type { HostFault } from '../../test/hosts/host.ts'
import type { Options } from '../options.ts'
import { openAuthorizenet } from './authorizenet.ts'
import type { HostOrder, ProcessorHost } from './processor-host.ts'
import { openStripe } from './stripe.ts'
import { openWorldpay } from './worldpay-cnp.ts'

/** The processors of a run, and what went wrong on the way to them. */
export interface Hosts {
  all: ProcessorHost[]
  /** The locations whose products are connected to them. */
  locations: Set<string>
  /** How often each order was received: by connector, reference and what was asked. */
  received: Map<string, HostOrder & { connector: string; times: number }>
  /** How often something went wrong on the way. */
  faults: number
  /** From now on something goes wrong now and then. */
  trouble(): void
  /** From now on nothing goes wrong, and what was on its way arrives. */
  behave(): Promise<void>
  /** A day ends at each. */
  endDay(): void
  close(): Promise<void>
}

/** `mixed_up` is for orders alone: no processor names in its lists what they were asked for. */
const FAULTS = ['lost_before', 'strays', 'twice', 'lost_after', 'cut', 'late', 'garbage', 'error_500'] as const
const ORDER_FAULTS: readonly HostFault[] = [...FAULTS, 'mixed_up']
/** Seconds of the gateway's clock after which a processor settles. */
const DAY = 6 * 3600
/** Longer than the database takes to answer, unless it is gone. */
const CLOCK_MS = 300

type Sql = <T>(text: string) => Promise<T[]>

/** Opens the processors. Their time is the gateway's, which the database knows. */
export async function openHosts(options: Options, sql: Sql): Promise<Hosts> {
  const clock = gatewayTime(sql)
  const chance = random(options.seed + 7)
  const hosts: Hosts = {
    all: [await openWorldpay(clock.now), await openAuthorizenet(clock.now), await openStripe(clock.now)],
    locations: new Set(),
    received: new Map(),
    faults: 0,
    trouble() {
      well = false
    },
    async behave() {
      well = true
      for (const { host } of hosts.all) {
        await host.go(false)
        host.release()
      }
    },
    endDay() {
      for (const each of hosts.all) each.endDay(chance)
    },
    async close() {
      for (const { host } of hosts.all) await host.close()
    },
  }
  let well = true
  for (const each of hosts.all) {
    let day = 0
    each.host.before = async request => {
      await clock.follow()
      if (clock.now() > day + DAY) {
        if (day > 0) each.endDay(chance)
        day = clock.now()
      }
      note(hosts, each)
      if (well) return null
      const order = each.orderIn(request)
      each.stir(chance, order)
      if (!chance.oneIn(options.fault_in)) return null
      hosts.faults += 1
      return chance.pick(order ? ORDER_FAULTS : FAULTS)
    }
  }
  return hosts
}

/** Notes the orders that were received since the last time. */
export function note({ received }: Hosts, { connector, host, orderIn }: ProcessorHost): void {
  for (const request of host.received.splice(0)) {
    const order = orderIn(request)
    if (!order) continue
    const key = `${connector} ${order.reference} ${order.asks}`
    received.set(key, { connector, ...order, times: (received.get(key)?.times ?? 0) + 1 })
  }
}

/** The gateway's clock, read anew before each request: an order must not seem older there than its reference. */
function gatewayTime(sql: Sql) {
  let ahead_ms = 0
  let asking: Promise<void> | null = null
  const ask = async (): Promise<void> => {
    const [row] = await sql<{ ahead_ms: number }>('select ahead_ms from sandbox_clock where id = 1')
    ahead_ms = Math.max(ahead_ms, row?.ahead_ms ?? 0)
  }
  return {
    now: () => Math.floor((Date.now() + ahead_ms) / 1000),
    follow(): Promise<void> {
      asking ??= ask()
        .catch(() => undefined)
        .finally(() => {
          asking = null
        })
      return Promise.race([asking, pause(CLOCK_MS)])
    },
  }
}

type Place = { hosts: Hosts; options: Options; over: AbortSignal }

/** Answers come late, and now and then a processor is off the network. */
export async function troubleHosts({ hosts, options, over }: Place): Promise<void> {
  const chance = random(options.seed + 8)
  while (!over.aborted) {
    await pause(chance.below(1_500), undefined, { signal: over }).catch(() => undefined)
    const { host } = chance.pick(hosts.all)
    const is_long = options.gives_up_in > 0 && chance.oneIn(options.gives_up_in)
    // Longer than the gateway waits for an answer.
    if (is_long) await pause(GIVEN_UP_MS, undefined, { signal: over }).catch(() => undefined)
    for (const each of hosts.all) each.host.release()
    if (chance.oneIn(AWAY_IN)) await goAway(host, chance, over)
  }
}

const GIVEN_UP_MS = 17_000
const AWAY_IN = 12

async function goAway(host: ProcessorHost['host'], chance: Random, over: AbortSignal): Promise<void> {
  await host.go(true)
  await pause(chance.below(1_500), undefined, { signal: over }).catch(() => undefined)
  await host.go(false)
}

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '../src/db/database.ts'
import type { Gateway } from './gateway.ts'

const PAUSES = 60
const CONTACTS = 2_000
const AT_ONCE = 16
/** Each doubles what there is to send again. */
const REPLAYS = 3

/** Postbacks to a receiver in this process: the latency of a single one, and the rate when many wait. */
export async function postbackReport(gateway: Gateway, db: Database): Promise<string> {
  const receiver = await counting()
  try {
    const { location_id } = gateway.sandbox.merchants[1]!
    const call = async (path: string, body: object) => {
      const headers = { ...gateway.keys(1), 'content-type': 'application/json' }
      const answer = await fetch(`${gateway.url}/v2/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
      if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
      return (await answer.json()) as { postbackconfig: { id: string; replayed: number } }
    }
    const contact = () => call('contacts', { contact: { location_id, last_name: 'Bench', city: 'Ithaca' } })
    const bare = await rate(CONTACTS, contact)
    const postbackconfig = { location_id, resource: 'contact', url: receiver.url, on_create: 1 }
    const { id } = (await call('postbackconfigs', { postbackconfig })).postbackconfig

    const waits: number[] = []
    for (let index = 0; index < PAUSES; index += 1) {
      const arrived = receiver.next()
      const start = performance.now()
      await contact()
      await arrived
      waits.push(performance.now() - start)
      await pause(20)
    }
    waits.sort((a, b) => a - b)

    const told = await rate(CONTACTS, contact)
    await receiver.reaches(PAUSES + CONTACTS)
    const rates: number[] = []
    const [cpu, first] = [await gateway.cpu_ms(), receiver.count()]
    for (let index = 0; index < REPLAYS; index += 1) {
      const before = receiver.count()
      const start = performance.now()
      const { replayed } = (await call(`postbackconfigs/${id}/replay`, { postbackconfig: { postback_status_id: 2 } }))
        .postbackconfig
      await receiver.reaches(before + replayed)
      rates.push(replayed / ((performance.now() - start) / 1000))
      await written(db)
    }
    const used = (await gateway.cpu_ms()) - cpu
    const each_ms = (used / (receiver.count() - first)).toFixed(2)
    const [failed] = await db.query<{ failed: number }>(
      'select count(*) as failed from postback_attempt where not succeeded',
    )
    return [
      `* Postbacks, idle: a contact is sent to be made, and its postback has arrived, p50 ${at(waits, 0.5)} ms, p99 ${at(waits, 0.99)} ms (bar: 50 from the commit).`,
      `* Postbacks, sustained: ${rates.map(each => Math.round(each)).join(', ')} deliveries/s of ${receiver.count()} in all (bar 500), ${each_ms} ms of the gateway's processor time each; ${failed?.failed} failed.`,
      `* Contacts made: ${Math.round(bare)}/s without a configuration, ${Math.round(told)}/s with one that is told of each at the same time.`,
    ].join('\n')
  } finally {
    receiver.close()
  }
}

/** How many a second when several callers do it `count` times together. */
async function rate(count: number, work: () => Promise<unknown>): Promise<number> {
  let left = count
  const start = performance.now()
  const caller = async (): Promise<void> => {
    while (left > 0) {
      left -= 1
      await work()
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, caller))
  return count / ((performance.now() - start) / 1000)
}

function at(sorted: readonly number[], share: number): string {
  return (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1)
}

async function written(db: Database): Promise<void> {
  const text = 'select count(*) as open from postback_log where next_run_ts is not null'
  while ((await db.query<{ open: number }>(text))[0]!.open > 0) await pause(50)
}

/** A receiver of postbacks in this process. */
export async function counting() {
  let count = 0
  let wanted = Number.POSITIVE_INFINITY
  let reached: () => void = () => undefined
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      response.writeHead(204).end()
      count += 1
      if (count >= wanted) reached()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const reaches = (total: number): Promise<void> => {
    if (count >= total) return Promise.resolve()
    wanted = total
    return new Promise(resolve => {
      reached = resolve
    })
  }
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    count: () => count,
    reaches,
    next: () => reaches(count + 1),
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

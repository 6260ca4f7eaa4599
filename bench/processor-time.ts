import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Milliseconds of processor time that each has used. `clients` is this process. */
export interface Processes {
  gateway: number
  postgres: number
  simulator: number
  clients: number
}

/** Returns the total in milliseconds. */
export function sumOf({ gateway, postgres, simulator, clients }: Processes): number {
  return gateway + postgres + simulator + clients
}

/**
 * Returns a function that reads the processor time of three parties: process `gateway` (a gateway or a floor), the
 * PostgreSQL of `home`, and the simulator of the home `simulated`.
 */
export async function processorTime(
  gateway: number,
  home: string,
  simulated = home,
): Promise<() => Promise<Processes>> {
  const postmaster = Number((await readFile(join(home, 'postgres', 'postmaster.pid'), 'utf8')).split('\n', 1)[0])
  const simulator = Number(JSON.parse(await readFile(join(simulated, 'processor', 'address.json'), 'utf8')).pid)
  return async () => {
    const { user, system } = process.cpuUsage()
    return {
      gateway: (await timesOf(gateway))!.own,
      postgres: await timeOfFamily(postmaster),
      simulator: (await timesOf(simulator))!.own,
      clients: (user + system) / 1000,
    }
  }
}

/** That of a process, of its children, and of those that have ended. */
async function timeOfFamily(pid: number): Promise<number> {
  for (;;) {
    const { own, ended } = (await timesOf(pid))!
    const all = await Promise.all(
      (await readdir('/proc')).filter(name => /^\d+$/.test(name)).map(each => timesOf(Number(each))),
    )
    // A child that ends during the reading is in neither sum, so read again.
    if ((await timesOf(pid))!.ended === ended)
      return all.reduce((sum, each) => sum + (each?.parent === pid ? each.own : 0), own + ended)
  }
}

/** Returns the processor time of a process and all its descendants, ended ones included, in milliseconds. */
export async function processorMsOfTree(pid: number): Promise<number> {
  const all = new Map<number, Times>()
  for (const name of await readdir('/proc')) {
    const times = /^\d+$/.test(name) && (await timesOf(Number(name)))
    if (times) all.set(Number(name), times)
  }
  const sumFrom = (root: number): number => {
    const { own = 0, ended = 0 } = all.get(root) ?? {}
    const children = [...all].filter(([, { parent }]) => parent === root)
    return children.reduce((sum, [child]) => sum + sumFrom(child), own + ended)
  }
  return sumFrom(pid)
}

interface Times {
  parent: number
  own: number
  ended: number
}

/** User and system time in ticks of ten milliseconds; the command in parentheses may hold blanks. */
async function timesOf(pid: number): Promise<Times | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null)
  if (stat === null) return null
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  return { parent: fields[1]!, own: (fields[11]! + fields[12]!) * 10, ended: (fields[13]! + fields[14]!) * 10 }
}

import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Milliseconds of processor time that each has used. `clients` is this process. */
export interface Processes {
  gateway: number
  postgres: number
  simulator: number
  clients: number
}

/** Returns what reads the processor time of a gateway, and of the PostgreSQL and the simulator of its home. */
export async function processorTime(gateway: number, home: string): Promise<() => Promise<Processes>> {
  const postmaster = Number((await readFile(join(home, 'postgres', 'postmaster.pid'), 'utf8')).split('\n', 1)[0])
  const simulator = Number(JSON.parse(await readFile(join(home, 'processor', 'address.json'), 'utf8')).pid)
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
  const { own, ended } = (await timesOf(pid))!
  const all = await Promise.all(
    (await readdir('/proc')).filter(name => /^\d+$/.test(name)).map(each => timesOf(Number(each))),
  )
  return all.reduce((sum, each) => sum + (each?.parent === pid ? each.own : 0), own + ended)
}

/** User and system time in ticks of ten milliseconds; the command in parentheses may hold blanks. */
async function timesOf(pid: number): Promise<{ parent: number; own: number; ended: number } | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null)
  if (stat === null) return null
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  return { parent: fields[1]!, own: (fields[11]! + fields[12]!) * 10, ended: (fields[13]! + fields[14]!) * 10 }
}

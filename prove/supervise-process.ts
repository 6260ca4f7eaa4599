import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { nodeFlags } from '../tools/node-flags.mjs'

/** A process of the gateway that is started again whenever it ends. */
export interface SupervisedProcess {
  role: 'api' | 'worker'
  /** Its address; null while it starts. */
  url(): string | null
  /** SIGKILL. */
  kill(): void
  /** Waits until it is ready and returns its address. */
  ready(): Promise<string>
  /** Milliseconds from each start until the process was ready. */
  starts: number[]
  /** The last output of processes that ended without being killed. */
  fallen: string[]
  /** Ends for good. */
  stop(signal: NodeJS.Signals): Promise<void>
}

interface Place {
  tree: string
  home: string
  role: SupervisedProcess['role']
}

const WATCHED = new URL('./power/watched.ts', import.meta.url).href
/** Delays of the simulator are a twentieth of their usual length. */
const DELAY_SCALE = '0.05'
/** A process that ends at once is started again after a pause. */
const BREATH_MS = 100

export function superviseProcess(place: Place): SupervisedProcess {
  const starts: number[] = []
  const fallen: string[] = []
  let child: ChildProcess | null = null
  let url: string | null = null
  let stopping = false
  let killed = false
  let waiting: ((url: string) => void)[] = []

  async function watch(): Promise<void> {
    while (!stopping) {
      const began = performance.now()
      killed = false
      child = launch(place)
      const last: string[] = []
      createInterface(child.stderr!).on('line', line => {
        if (last.push(line) > 4) last.shift()
      })
      createInterface(child.stdout!).on('line', line => {
        const found = /^Tollgate ready at (\S+)$/.exec(line)?.[1]
        if (!found) return
        url = found
        starts.push(performance.now() - began)
        for (const each of waiting.splice(0)) each(found)
      })
      await once(child, 'close')
      url = null
      if (stopping || killed) continue
      fallen.push(`${place.role} ended by itself: ${last.join(' | ')}`)
      await pause(BREATH_MS)
    }
  }
  const watching = watch()

  return {
    role: place.role,
    starts,
    fallen,
    url: () => url,
    kill() {
      killed = true
      url = null
      child?.kill('SIGKILL')
    },
    ready: () => (url ? Promise.resolve(url) : new Promise(resolve => waiting.push(resolve))),
    async stop(signal) {
      stopping = true
      waiting = []
      child?.kill(signal)
      await watching
    },
  }
}

function launch({ tree, home, role }: Place): ChildProcess {
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env
  const settings = {
    PORT: '0',
    TOLLGATE_HOME: home,
    TOLLGATE_ROLE: role,
    TOLLGATE_LOG_LEVEL: 'error',
    TOLLGATE_SIMULATOR_DELAY_SCALE: DELAY_SCALE,
  }
  return spawn(process.execPath, [...nodeFlags, '--import', WATCHED, join(tree, 'src/main.ts')], {
    env: { PATH, NODE_COMPILE_CACHE, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

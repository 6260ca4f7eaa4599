import { join } from 'node:path'
import { type Endpoint, findRunning as findIn } from '../sidecar/endpoint.ts'
import { type LaunchedSidecar, launchSidecar } from '../sidecar/launch.ts'

export interface LaunchSettings {
  /** TOLLGATE_HOME: the simulator keeps everything in `<home>/processor`. */
  home: string
  log: (text: string) => void
  /** Factor on the delays of the test amounts; 1 is real seconds. An adopted simulator keeps its own. */
  delay_scale?: number
}

export type LaunchedSimulator = LaunchedSidecar

/** Adopts the processor simulator of this home, or starts one and waits until it responds. */
export function launchSimulator({ home, log, delay_scale = 1 }: LaunchSettings): Promise<LaunchedSimulator> {
  return launchSidecar({
    name: 'processor simulator',
    folder: processorFolder(home),
    main: new URL('./main.ts', import.meta.url),
    args: ['--home', home, '--delay-scale', String(delay_scale)],
    log,
  })
}

/** Returns the folder of the simulator's ledger and endpoint. */
export function processorFolder(home: string): string {
  return join(home, 'processor')
}

/** Returns the running simulator of this home, or null. */
export function findRunning(home: string): Promise<Endpoint | null> {
  return findIn(processorFolder(home))
}

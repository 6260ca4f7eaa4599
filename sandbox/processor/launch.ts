import { type LaunchedSidecar, launchSidecar } from '../sidecar/launch.ts'
import { processorFolder } from './endpoint.ts'

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

import { join } from 'node:path'
import { type LaunchedSidecar, launchSidecar } from '../sidecar/launch.ts'

/** Returns the folder of the virtual terminals' journal, ports and endpoint. */
export function devicesFolder(home: string): string {
  return join(home, 'terminals')
}

/** Adopts the virtual terminals of this home, or starts them and waits until they respond. */
export function launchDevices(settings: {
  home: string
  log: (text: string) => void
  /** Factor on the delays of the published amounts; 1 is real seconds. */
  delay_scale?: number
}): Promise<LaunchedSidecar> {
  const { home, log, delay_scale = 1 } = settings
  return launchSidecar({
    name: 'virtual terminals',
    folder: devicesFolder(home),
    main: new URL('./main.ts', import.meta.url),
    args: ['--home', home, '--delay-scale', String(delay_scale)],
    log,
  })
}

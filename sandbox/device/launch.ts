import { join } from 'node:path'
import { type LaunchedSidecar, launchSidecar } from '../sidecar/launch.ts'

/** Where the virtual terminals keep their book, their ports and their address. */
export function devicesFolder(home: string): string {
  return join(home, 'terminals')
}

/** Adopts the virtual terminals of this home, or starts them and waits until they answer. */
export function launchDevices(settings: {
  home: string
  log: (text: string) => void
  /** Factor on the waits of the published amounts; 1 is real seconds. */
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

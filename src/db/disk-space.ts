import { statfs } from 'node:fs/promises'

export interface DiskSpace {
  folder: string
  /** Bytes that an ordinary user may still write. */
  free: number
  /** Bytes of the whole file system. */
  size: number
  /** Too little to wait with making room. */
  is_low: boolean
}

const LEAST_FREE = 1_000_000_000
const LEAST_SHARE = 0.05

/** Returns how much room there is where a folder lies. */
export async function diskSpace(folder: string): Promise<DiskSpace> {
  const { bavail, blocks, bsize } = await statfs(folder)
  const free = bavail * bsize
  const size = blocks * bsize
  return { folder, free, size, is_low: free < LEAST_FREE || free < size * LEAST_SHARE }
}

/** For an operator: `12.3 GB free at /srv/tollgate`. */
export function spaceWords({ free, folder }: Pick<DiskSpace, 'free' | 'folder'>): string {
  return `${(free / 1e9).toFixed(1)} GB free at ${folder}`
}

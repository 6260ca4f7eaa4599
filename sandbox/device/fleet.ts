import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type DeviceParts, settleAll, type VirtualDevice, virtualDevice } from './device.ts'
import { type Link, openLink } from './link.ts'

/** All virtual devices of a sandbox: one per terminal, created on first use, each on its own port. */
export interface Fleet {
  /** Returns the device of a terminal, configured with its record. */
  have(id: string, body: Record<string, unknown>): Promise<Member>
  find(id: string): Member | undefined
  close(): Promise<void>
}

export interface Member {
  device: VirtualDevice
  link: Link
}

/** The protocol's usual port, used by the first device if it is free. */
const USUAL_PORT = 10009

/** Ports are stored in a file, so that a device keeps its address over a restart. */
export function fleet(folder: string, parts: Omit<DeviceParts, 'id'>): Fleet {
  const members = new Map<string, Promise<Member>>()
  const ready = new Map<string, Member>()
  const path = join(folder, 'ports.json')
  // One after the other, because they share the file of ports.
  let making: Promise<unknown> = Promise.resolve()

  const make = async (id: string): Promise<Member> => {
    const device = virtualDevice({ ...parts, id })
    await settleAll(device.entries(), parts)
    const ports = await portsIn(path)
    const first = Object.keys(ports).length === 0
    const link = await openLink(device, ports[id] ?? (first ? USUAL_PORT : 0))
    const member = { device, link }
    ready.set(id, member)
    await keep(path, { ...(await portsIn(path)), [id]: link.port })
    return member
  }

  return {
    async have(id, body) {
      const known = members.get(id) ?? making.then(() => make(id))
      making = known.catch(() => members.delete(id))
      members.set(id, known)
      const member = await known
      member.device.configure(body)
      return member
    },
    find: id => ready.get(id),
    async close() {
      for (const { link } of ready.values()) await link.close()
    },
  }
}

async function portsIn(path: string): Promise<Record<string, number>> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as Record<string, number>
  } catch {
    return {}
  }
}

async function keep(path: string, ports: Record<string, number>): Promise<void> {
  await writeFile(`${path}.new`, `${JSON.stringify(ports)}\n`, { mode: 0o600 })
  await rename(`${path}.new`, path)
}

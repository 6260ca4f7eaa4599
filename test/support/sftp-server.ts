import { createHash, generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import * as fs from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import ssh2, { type Connection, type SFTPWrapper } from 'ssh2'

const { OPEN_MODE, STATUS_CODE: CODE } = ssh2.utils.sftp

export interface SftpServer {
  port: number
  /** `SHA256:…` */
  host_key: string
  /** How many bytes may still be written before the line is cut; null for all. */
  cutAfter(bytes: number | null): void
  close(): Promise<void>
}

interface Allowed {
  user: string
  password?: string
  /** In OpenSSH's form. */
  public_key?: string
  /** Answers some requests of a session in another way. */
  otherwise?: (sftp: SFTPWrapper) => void
}

/** An SFTP server over a folder, on 127.0.0.1; enough of one for a client that lays files down and takes some away. */
export async function sftpServer(folder: string, allowed: Allowed): Promise<SftpServer> {
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'pkcs1', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  })
  const parsed = ssh2.utils.parseKey(privateKey)
  if (parsed instanceof Error) throw parsed
  let left: number | null = null
  const connections = new Set<Connection>()
  const server = new ssh2.Server({ hostKeys: [privateKey] }, connection => {
    connections.add(connection)
    connection.on('error', () => undefined).on('close', () => connections.delete(connection))
    connection.on('authentication', asked => {
      const key = allowed.public_key ? ssh2.utils.parseKey(allowed.public_key) : null
      const by_key =
        asked.method === 'publickey' && key && !(key instanceof Error) && asked.key.data.equals(key.getPublicSSH())
      const by_password = asked.method === 'password' && asked.password === allowed.password
      if (asked.username === allowed.user && (by_key || by_password)) asked.accept()
      else asked.reject(['publickey', 'password'])
    })
    connection.on('ready', () => {
      connection.on('session', accept => {
        accept().on('sftp', open => {
          const written = (bytes: number): void => {
            if (left === null) return
            left -= bytes
            // @ts-expect-error The socket is what a cut cable takes away; ssh2 has no other name for it.
            if (left < 0) connection._sock.destroy()
          }
          const sftp = open()
          serve(sftp, folder, written)
          allowed.otherwise?.(sftp)
        })
      })
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const mark = createHash('sha256').update(parsed.getPublicSSH()).digest('base64').replace(/=+$/, '')
  return {
    port: (server.address() as AddressInfo).port,
    host_key: `SHA256:${mark}`,
    cutAfter(bytes) {
      left = bytes
    },
    async close() {
      for (const connection of connections) connection.end()
      server.close()
      await once(server, 'close')
    },
  }
}

function serve(sftp: SFTPWrapper, folder: string, written: (bytes: number) => void): void {
  const handles = new Map<number, Held>()
  let next = 0
  const at = (path: string) => join(folder, path)
  const hold = (id: number, held: Held) => {
    const handle = Buffer.alloc(4)
    handle.writeUInt32BE(++next)
    handles.set(next, held)
    sftp.handle(id, handle)
  }
  const attempt = (id: number, work: () => void) => {
    try {
      work()
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      sftp.status(id, code === 'ENOENT' ? CODE.NO_SUCH_FILE : CODE.FAILURE)
    }
  }
  const done = (id: number, work: () => void) =>
    attempt(id, () => {
      work()
      sftp.status(id, CODE.OK)
    })
  const heldFd = (handle: Buffer) => (handles.get(handle.readUInt32BE()) as { fd: number }).fd
  sftp.on('OPEN', (id, path, flags, attrs) =>
    attempt(id, () => hold(id, { fd: fs.openSync(at(path), flags & OPEN_MODE.WRITE ? 'w' : 'r', attrs.mode) })),
  )
  sftp.on('WRITE', (id, handle, offset, data) => {
    fs.writeSync(heldFd(handle), data, 0, data.length, offset)
    written(data.length)
    sftp.status(id, CODE.OK)
  })
  sftp.on('READ', (id, handle, offset, length) =>
    attempt(id, () => {
      const data = Buffer.alloc(length)
      const read = fs.readSync(heldFd(handle), data, 0, length, offset)
      if (read === 0) sftp.status(id, CODE.EOF)
      else sftp.data(id, data.subarray(0, read))
    }),
  )
  sftp.on('FSTAT', (id, handle) => attempt(id, () => sftp.attrs(id, attrsOf(fs.fstatSync(heldFd(handle))))))
  for (const word of ['STAT', 'LSTAT'] as const)
    sftp.on(word as 'STAT', (id, path) => attempt(id, () => sftp.attrs(id, attrsOf(fs.statSync(at(path))))))
  sftp.on('CLOSE', (id, handle) =>
    done(id, () => {
      const held = handles.get(handle.readUInt32BE())
      if (held && 'fd' in held) fs.closeSync(held.fd)
      handles.delete(handle.readUInt32BE())
    }),
  )
  listFolders({ sftp, handles, at, hold, attempt })
  sftp.on('RENAME', (id, from, to) => done(id, () => fs.renameSync(at(from), at(to))))
  sftp.on('REMOVE', (id, path) => done(id, () => fs.unlinkSync(at(path))))
  sftp.on('MKDIR', (id, path) => done(id, () => fs.mkdirSync(at(path))))
}

type Held = { fd: number } | { path: string; told: boolean }

interface Serving {
  sftp: SFTPWrapper
  handles: Map<number, Held>
  at(path: string): string
  hold(id: number, held: Held): void
  attempt(id: number, work: () => void): void
}

function listFolders({ sftp, handles, at, hold, attempt }: Serving): void {
  sftp.on('OPENDIR', (id, path) =>
    attempt(id, () => {
      fs.readdirSync(at(path))
      hold(id, { path, told: false })
    }),
  )
  sftp.on('READDIR', (id, handle) => {
    const held = handles.get(handle.readUInt32BE()) as { path: string; told: boolean }
    if (held.told) return sftp.status(id, CODE.EOF)
    held.told = true
    const names = fs.readdirSync(at(held.path))
    sftp.name(
      id,
      names.map(filename => ({
        filename,
        longname: filename,
        attrs: attrsOf(fs.statSync(at(join(held.path, filename)))),
      })),
    )
  })
}

function attrsOf({ mode, uid, gid, size, atimeMs, mtimeMs }: fs.Stats) {
  return { mode, uid, gid, size, atime: Math.floor(atimeMs / 1000), mtime: Math.floor(mtimeMs / 1000) }
}

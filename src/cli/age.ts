import { open, readFile } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption'
import { fromWeb, toWeb } from './web-streams.ts'

/**
 * Files encrypted for one recipient in the format of age. Its own tools open them, so that reading one does not depend
 * on this project to read one.
 */

/** The first line of every encrypted file. */
const MAGIC = 'age-encryption.org/v1'
const RECIPIENT = /^age1[a-z0-9]{10,}$/
const IDENTITY = /^AGE-SECRET-KEY-[A-Z0-9-]+$/m

/** A file that cannot be read because of what is in it. */
export class DamagedFile extends Error {}

export const FILE_CHANGED = 'it was changed or cut off since it was written'

/** Returns the parsed JSON. The parser's own message would quote the text, which may hold a secret. */
export function parseJson<T>(text: string): T {
  try {
    return JSON.parse(text) as T
  } catch {
    throw new DamagedFile('a part of it is no JSON')
  }
}

export async function encryptTo(recipient: string, source: Readable): Promise<Readable> {
  const made = await encrypter(recipient).encrypt(toWeb(source))
  return fromWeb(made)
}

/** Throws when the recipient is no public key, so that a command stops before it does anything. */
export function checkRecipient(recipient: string): void {
  if (!RECIPIENT.test(recipient)) throw new Error('--recipient must be a public key that begins with age1')
  encrypter(recipient)
}

/**
 * Returns the decrypted stream. Throws when the identity does not fit; the stream fails at the first byte that was
 * changed or is missing.
 */
export async function decryptWith(identity: string, source: Readable): Promise<Readable> {
  const decrypter = new Decrypter()
  decrypter.addIdentity(identity)
  try {
    return fromWeb(await decrypter.decrypt(toWeb(source)))
  } catch (error) {
    const is_foreign = /no identity matched/.test((error as Error).message)
    throw new DamagedFile(is_foreign ? 'it was encrypted for somebody else: the identity does not fit' : FILE_CHANGED)
  }
}

export async function isEncrypted(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(MAGIC.length), 0, MAGIC.length, 0)
    return buffer.toString('latin1', 0, bytesRead) === MAGIC
  } finally {
    await file.close()
  }
}

/**
 * Returns the secret key of an identity file (comments and one key). Throws when others may read it; never quotes its
 * content.
 */
export async function readIdentity(path: string): Promise<string> {
  const file = await open(path).catch(() => {
    throw new Error(`the identity ${path} cannot be read`)
  })
  try {
    const { mode } = await file.stat()
    if ((mode & 0o077) !== 0) throw new Error(`group or others have permissions on ${path}, run: chmod 600 ${path}`)
  } finally {
    await file.close()
  }
  const found = IDENTITY.exec(await readFile(path, 'utf8'))?.[0]
  if (!found) throw new Error(`${path} holds no identity: a line that begins with AGE-SECRET-KEY-`)
  return found
}

/** Returns the text of a new identity file and the public key for senders. */
export async function newIdentity(): Promise<{ text: string; recipient: string }> {
  const identity = await generateX25519Identity()
  const recipient = await identityToRecipient(identity)
  return { text: `# public key: ${recipient}\n${identity}\n`, recipient }
}

function encrypter(recipient: string): Encrypter {
  const made = new Encrypter()
  try {
    made.addRecipient(recipient)
  } catch {
    throw new Error('--recipient is not a public key: it may have been cut off')
  }
  return made
}

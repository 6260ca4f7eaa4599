import { open, readFile } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption'
import { fromWeb, toWeb } from './web-streams.ts'

/** Files for one recipient, in the format of age, which has tools of its own: who has the identity opens them without this project. */

/** Its first line, by which an encrypted file is known. */
const MAGIC = 'age-encryption.org/v1'
const RECIPIENT = /^age1[a-z0-9]{10,}$/
const IDENTITY = /^AGE-SECRET-KEY-[A-Z0-9-]+$/m

/** What is wrong with a file that was read. */
export class Damaged extends Error {}

export const CHANGED = 'it was changed or cut off since it was written'

/** Reads JSON out of a file. The parser's own message would quote the text, which may be a secret. */
export function parsed<T>(text: string): T {
  try {
    return JSON.parse(text) as T
  } catch {
    throw new Damaged('a part of it is no JSON')
  }
}

/** Encrypts what passes to the holder of an identity. */
export async function encryptTo(recipient: string, source: Readable): Promise<Readable> {
  const made = await encrypter(recipient).encrypt(toWeb(source))
  return fromWeb(made)
}

/** Throws one line when a recipient is none, before anything is begun. */
export function checkRecipient(recipient: string): void {
  if (!RECIPIENT.test(recipient)) throw new Error('--recipient must be a public key that begins with age1')
  encrypter(recipient)
}

/** Opens what passes. Throws when no identity fits, and, while reading, at the first byte that was changed or is missing. */
export async function decryptWith(identity: string, source: Readable): Promise<Readable> {
  const decrypter = new Decrypter()
  decrypter.addIdentity(identity)
  try {
    return fromWeb(await decrypter.decrypt(toWeb(source)))
  } catch (error) {
    const is_foreign = /no identity matched/.test((error as Error).message)
    throw new Damaged(is_foreign ? 'it was encrypted for somebody else: the identity does not fit' : CHANGED)
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

/** Reads an identity file: comments and one secret key, closed to everybody but its owner. What is in it is never quoted. */
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

/** A new identity as its file's text, and the public key that goes to whoever encrypts. */
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

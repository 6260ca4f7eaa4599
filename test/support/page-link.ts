import { createCipheriv, createHash, createHmac, randomBytes } from 'node:crypto'

/** Returns the data of a link as CryptoJS makes them of a text and a passphrase. */
export function sealLink(text: string, encryption_key: string, salt = randomBytes(8)): string {
  let made = Buffer.alloc(0)
  let last = Buffer.alloc(0)
  while (made.length < 48) {
    last = createHash('md5').update(last).update(encryption_key).update(salt).digest()
    made = Buffer.concat([made, last])
  }
  const cipher = createCipheriv('aes-256-cbc', made.subarray(0, 32), made.subarray(32))
  return Buffer.concat([Buffer.from('Salted__'), salt, cipher.update(text, 'utf8'), cipher.final()]).toString('base64')
}

/** Returns the data-hash of a link. */
export function signLink(id: string, data: string, encryption_key: string): string {
  return createHmac('sha256', encryption_key)
    .update(id + data)
    .digest('hex')
}

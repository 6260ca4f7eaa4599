import { parseArgs } from 'node:util'
import { newEncryptionKey } from '../auth/encryption-key.ts'
import { noteOperator, type Operator } from './operator.ts'

/**
 * Creates the key with which software encrypts its sign-on links (`e_data`) and prints it once; the old key stops
 * working.
 */
export function encryptionKey(args: string[]): (operator: Operator) => Promise<void> {
  const { developer } = parseArgs({ args, options: { developer: { type: 'string', default: '' } } }).values
  if (!developer) throw new Error('encryption-key needs --developer and a developer id')
  return async ({ db, ring, clock, print }) => {
    const key = await newEncryptionKey(db, ring, developer)
    if (key === null) throw new Error(`there is no active developer id ${developer}`)
    await noteOperator({ db, clock }, 'developer', 'encryption_key_made', { developer_id: developer })
    print(key)
  }
}

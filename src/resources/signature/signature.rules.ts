import { type Reader, rulesOf } from '../../definition/rules.ts'
import { notValid } from '../../lib/problem.ts'
import { accountvault } from '../accountvault/accountvault.ts'
import { recurring } from '../recurring/recurring.ts'
import { transaction } from '../transaction/transaction.ts'
import { type SIGNED, signature } from './signature.ts'

const { rules, accept } = rulesOf(signature)

export const signatureRules = rules({
  create: {
    validate(draft, problems) {
      if (draft.signature && !isPng(draft.signature)) {
        problems.add('signature', 'Signature must be a PNG image in base64.')
      }
    },
    load: (draft, _refs, read) => signedRecord(draft.resource, draft.resource_id, read),
    decide: (_draft, record) => accept({ location_id: record.location_id }),
  },
})

async function signedRecord(
  resource: (typeof SIGNED)[number],
  id: string,
  read: Reader,
): Promise<{ location_id: string }> {
  switch (resource) {
    case 'AccountVault':
      return read.one(accountvault, id, 'resource_id')
    case 'Transaction':
      return read.one(transaction, id, 'resource_id')
    case 'Recurring':
      return read.one(recurring, id, 'resource_id')
    case 'DeviceTerm':
      // Drawn on the terminal; a signature sent by a caller would prove nothing.
      throw notValid('resource_id')
  }
}

const MAGIC = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/
/** A PNG begins with its magic bytes, the length and name of the header chunk, width and height (PNG, section 5.2). */
const HEAD_BYTES = 24
/** Larger than any signature pad. A larger image could exhaust the memory of a viewer. */
const LONGEST_SIDE = 4096

/** Whether the text is a PNG image in base64. Only the header is read, because the image is never rendered here. */
export function isPng(text: string): boolean {
  if (text.length % 4 !== 0 || !BASE64.test(text)) return false
  const head = Buffer.from(text.slice(0, 64), 'base64').subarray(0, HEAD_BYTES)
  if (head.length < HEAD_BYTES || !head.subarray(0, MAGIC.length).equals(MAGIC)) return false
  if (head.toString('latin1', 12, 16) !== 'IHDR') return false
  return [head.readUInt32BE(16), head.readUInt32BE(20)].every(side => side >= 1 && side <= LONGEST_SIDE)
}

import { type Reader, rulesOf } from '../../definition/rules.ts'
import { notValid } from '../../lib/problem.ts'
import { accountvault } from '../accountvault/accountvault.ts'
import { recurring } from '../recurring/recurring.ts'
import { transaction } from '../transaction/transaction.ts'
import { isPng } from './png.ts'
import { type SIGNED, signature } from './signature.ts'

const { rules, accept } = rulesOf(signature)

export const signatureRules = rules({
  create: {
    validate(draft, problems) {
      if (draft.signature && !isPng(draft.signature)) {
        problems.add('signature', 'Signature must be a PNG image in base64.')
      }
    },
    load: (draft, _refs, read) => signed(draft.resource, draft.resource_id, read),
    decide: (_draft, record) => accept({ location_id: record.location_id }),
  },
})

async function signed(resource: (typeof SIGNED)[number], id: string, read: Reader): Promise<{ location_id: string }> {
  switch (resource) {
    case 'AccountVault':
      return read.one(accountvault, id, 'resource_id')
    case 'Transaction':
      return read.one(transaction, id, 'resource_id')
    case 'Recurring':
      return read.one(recurring, id, 'resource_id')
    case 'DeviceTerm':
      // Drawn on a terminal and stored by it; nobody else can say what was signed there.
      throw notValid('resource_id')
  }
}

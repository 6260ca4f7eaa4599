import { rulesOf } from '../../definition/rules.ts'
import { invalidField } from '../../lib/problem.ts'
import { discardFilesTask, file } from '../file/file.ts'
import { recurring } from '../recurring/recurring.ts'
import { contact } from './contact.ts'

const { rules, accept } = rulesOf(contact)

export const contactRules = rules({
  create: {
    decide: (draft, { location_id: place }) =>
      accept({
        email_trx_receipt: draft.email_trx_receipt ?? place.contact_email_trx_receipt_default,
        header_message_type: draft.header_message_type ?? 0,
      }),
  },
  remove: {
    load: async (row, read) => ({
      is_billed: await read.exists(recurring, { contact_id: row.id, status: ['active', 'on hold'] }),
      has_files: await read.exists(file, { resource_id: row.id }),
    }),
    decide(row, { is_billed, has_files }) {
      if (is_billed) throw invalidField('id', 'Contact has a recurring that has not ended.', 409)
      return accept({}, { effects: has_files ? [discardFilesTask.effect({ resource_id: row.id })] : [] })
    },
  },
})

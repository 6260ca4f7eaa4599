import { type Reader, rulesOf } from '../../definition/rules.ts'
import { invalidField } from '../../lib/problem.ts'
import { location } from '../location/location.ts'
import { scannermodel } from '../scannermodel/scannermodel.ts'
import { transaction } from '../transaction/transaction.ts'
import { scanner } from './scanner.ts'

const { rules, accept } = rulesOf(scanner)

export const scannerRules = rules({
  create: {
    async load(draft, read) {
      await read.one(location, draft.location_id, 'location_id')
      return modelOf(draft.scanner_model_id, read)
    },
    decide: (_draft, model) => accept({ scanner_manufacturer_id: model.scanner_manufacturer_id }),
  },
  update: {
    load: async (row, change, read) => modelOf(change.scanner_model_id ?? row.scanner_model_id, read),
    decide: (_row, _change, model) => accept({ scanner_manufacturer_id: model.scanner_manufacturer_id }),
  },
  remove: {
    load: (row, read) =>
      read.exists(transaction, { location_id: row.location_id, terminal_serial_number: row.serial_number }),
    /** The checks a scanner took name it by its serial number: it has to stay known, and is taken out of use by `active`. */
    decide(_row, is_used) {
      if (is_used) throw invalidField('id', 'Scanner was used for transactions and cannot be deleted.', 409)
      return accept({})
    },
  },
})

async function modelOf(code: number, read: Reader) {
  const model = await read.find(scannermodel, { id: code })
  if (!model) throw invalidField('scanner_model_id', 'scanner_model_id provided is not valid')
  return model
}

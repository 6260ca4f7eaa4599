import { rulesOf } from '../../definition/rules.ts'
import { invalidField } from '../../lib/problem.ts'
import { transaction } from '../transaction/transaction.ts'
import { scanner } from './scanner.ts'

const { rules, accept } = rulesOf(scanner)

export const scannerRules = rules({
  create: {
    decide: (_draft, { scanner_model_id: model }) => accept({ scanner_manufacturer_id: model.scanner_manufacturer_id }),
  },
  update: {
    decide: (_row, _change, { scanner_model_id: model }) =>
      accept(model ? { scanner_manufacturer_id: model.scanner_manufacturer_id } : {}),
  },
  remove: {
    load: (row, read) =>
      read.exists(transaction, { location_id: row.location_id, terminal_serial_number: row.serial_number }),
    /** Checks name their scanner by its serial number, so it must remain; `active` takes it out of use. */
    decide(_row, is_used) {
      if (is_used) throw invalidField('id', 'Scanner was used for transactions and cannot be deleted.', 409)
      return accept({})
    },
  },
})

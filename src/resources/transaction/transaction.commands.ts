import type { Command } from '../../definition/command.ts'
import { BININFO_SCHEMA, cardDigits } from '../../lib/bin/bininfo.ts'
import { invalidField } from '../../lib/problem.ts'
import { achupdate } from './ach-update.ts'
import { interventionCommands } from './intervention.commands.ts'
import { override } from './override.ts'
import type { transaction } from './transaction.ts'

/** What beside its reading and changing a transaction offers. */
export const transactionCommands: Command<typeof transaction>[] = [
  {
    name: 'bininfo',
    method: 'GET',
    on: 'one',
    right: 'read',
    says: 'What the first digits of the card tell about it: its issuer, its product, how it is funded. Bank accounts have none: 422.',
    operation: 'getTransactionBininfo',
    returns: { schema: BININFO_SCHEMA },
    async run({ actor, row, parts: { vaulting } }) {
      if (row.payment_method !== 'cc') throw invalidField('payment_method', 'Payment Method must be cc for bininfo.')
      const instrument = row.instrument_id ? await vaulting.look(row.root_id, row.instrument_id) : null
      // The whole number gives the surest answer, because issuers' ranges can be as narrow as one card.
      const digits = instrument?.is_kept
        ? cardDigits(await vaulting.reveal(instrument, actor.caller))
        : (row.first_six ?? '')
      const [bininfo] = await vaulting.bins.find([digits])
      return { body: { bininfo } }
    },
  },
  achupdate,
  override,
  ...interventionCommands,
]

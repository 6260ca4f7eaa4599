import type { Command } from '../../definition/command.ts'
import { BININFO_SCHEMA, bininfo } from '../../lib/bin/bininfo.ts'
import { invalidField } from '../../lib/problem.ts'
import { cardDigits } from '../../payments/account.ts'
import type { Vaulting } from '../../payments/vaulting.ts'
import type { accountvault } from './accountvault.ts'

/** What beside the five a vault offers. */
export function accountvaultCommands({ vaulting }: { vaulting: Vaulting }): Command<typeof accountvault>[] {
  return [
    {
      name: 'bininfo',
      method: 'GET',
      on: 'one',
      right: 'read',
      says: 'What the first digits of the card tell about it: its issuer, its product, how it is funded. Bank accounts have none: 422.',
      answers: { schema: BININFO_SCHEMA },
      async run({ by, row }) {
        if (row.payment_method !== 'cc') throw invalidField('payment_method', 'Payment Method must be cc for bininfo.')
        const instrument = await vaulting.look(row.root_id, row.instrument_id)
        if (!instrument) throw new Error(`Account vault ${row.id} has no instrument.`)
        // The whole number gives the surest answer, because issuers' ranges can be as narrow as one card.
        return { body: { bininfo: bininfo(cardDigits(await vaulting.reveal(instrument, by.caller))) } }
      },
    },
  ]
}

import type { Command } from '../../definition/command.ts'
import { money, ref } from '../../definition/field.ts'
import { BININFO_SCHEMA, cardDigits } from '../../lib/bin/bininfo.ts'
import { invalidField } from '../../lib/problem.ts'
import type { accountvault } from './accountvault.ts'

/** Two small credits, and their amounts read back: the proof that the holder can see the account. */
const microdepositCommands: Command<typeof accountvault>[] = [
  {
    name: 'microdeposits',
    method: 'POST',
    on: 'one',
    right: 'update',
    says: 'Sends two credits below a dollar and one debit of their sum to the bank account, described as ACCTVERIFY.',
    operation: 'sendAccountvaultMicrodeposits',
    input: {
      product_transaction_id: ref('producttransaction', 'P', { note: "The location's default_ach when left out." }),
    },
    returns: { noun: 'microdeposit', state: 'created' },
    async run({ actor, row, input, parts: { microdeposits } }) {
      const asked = (input.product_transaction_id as string | null | undefined) ?? null
      const made = await microdeposits.start(actor, row.id, asked)
      return { record: { noun: 'microdeposit', row: made }, state: 'created' }
    },
  },
  {
    name: 'verify',
    method: 'POST',
    on: 'one',
    right: 'update',
    says: 'Takes the two amounts that were sent, in either order. Wrong ones are 422 and counted; after three the account is locked.',
    operation: 'verifyAccountvaultMicrodeposits',
    input: { first_amount: money('RP', { example: 12n }), second_amount: money('RP', { example: 34n }) },
    returns: { noun: 'microdeposit' },
    async run({ actor, row, input, parts: { microdeposits } }) {
      const told = [input.first_amount as bigint, input.second_amount as bigint] as const
      const verified = await microdeposits.confirm(actor, row.id, told)
      return { record: { noun: 'microdeposit', row: verified } }
    },
  },
]

const bininfoCommand: Command<typeof accountvault> = {
  name: 'bininfo',
  method: 'GET',
  on: 'one',
  right: 'read',
  says: 'What the first digits of the card tell about it: its issuer, its product, how it is funded. Bank accounts have none: 422.',
  operation: 'getAccountvaultBininfo',
  returns: { schema: BININFO_SCHEMA },
  async run({ actor, row, parts: { vaulting } }) {
    if (row.payment_method !== 'cc') throw invalidField('payment_method', 'Payment Method must be cc for bininfo.')
    const instrument = await vaulting.look(row.root_id, row.instrument_id)
    if (!instrument) throw new Error(`Account vault ${row.id} has no instrument.`)
    // The whole number gives the surest answer, because issuers' ranges can be as narrow as one card.
    const [bininfo] = await vaulting.bins.find([cardDigits(await vaulting.reveal(instrument, actor.caller))])
    return { body: { bininfo } }
  },
}

/** The endpoints of a vault beside the five of every resource. */
export const accountvaultCommands = [...microdepositCommands, bininfoCommand]

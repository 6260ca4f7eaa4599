import { choice, date, id, integer, money, ref, stamp, text } from '../../definition/field.ts'
import { defineResource, many, one, type Row } from '../../definition/resource.ts'

/** Wrong attempts after which an account is locked. */
export const MICRODEPOSIT_TRIES = 3

const hidden = { reach: 'hidden' } as const

/**
 * The verification of a stored bank account: two credits below a dollar and one debit of their sum, sent together. The
 * payer proves access to the account by the two amounts. Started and confirmed through commands of the account vault.
 */
export const microdeposit = defineResource({
  name: 'microdeposit',
  plural: 'microdeposits',
  spec: '2.3',
  scope: 'location_id',
  verbs: ['read', 'list'],
  fields: {
    id: id(),
    location_id: ref('location', 'S', { always: true }),
    account_vault_id: ref('accountvault', 'S', { always: true }),
    product_transaction_id: ref('producttransaction', 'S', { always: true }),
    status: choice(['pending', 'sent', 'verified', 'failed', 'returned'], 'S', {
      always: true,
      means: {
        pending: 'waits for its bank file',
        sent: 'with the bank; can be confirmed from settle_date on',
        verified: 'both amounts were confirmed',
        failed: 'wrong amounts too often; the account is locked',
        returned: 'the bank sent an entry back',
      },
    }),
    tries_left: integer(1, 'S', { always: true }),
    settle_date: date('S', { note: 'The day on which the deposits are in the account.' }),
    verified_ts: stamp('S', {}),
    reason_code_id: integer(4, 'S', { note: 'Why the bank sent it back.' }),
    created_ts: stamp(),
    modified_ts: stamp(),
    created_user_id: ref('user', 'S'),
    instrument_id: text(24, 36, 'S', { ...hidden, always: true }),
    first_amount: money('S', { reach: 'secret', always: true }),
    second_amount: money('S', { reach: 'secret', always: true }),
    originate_ts: stamp('S', { ...hidden, note: 'When it leaves; null once it has left.' }),
    arrive_ts: stamp('S', hidden),
  },
  expands: {
    account_vault: one('accountvault', 'account_vault_id'),
    location: one('location', 'location_id'),
    product_transaction: one('producttransaction', 'product_transaction_id'),
    changelogs: many('changelog', 'model_id'),
  },
  constraints: {
    microdeposit_account_vault_key: ['account_vault_id', 'Account Vault is being verified already.'],
  },
  about: [
    'Taking payments',
    'A verification of a stored bank account by two small amounts that its holder reads on a statement.',
    {
      account_vault_id: 'The account that is verified.',
      product_transaction_id: 'The product whose bank sends the amounts.',
      status: 'How far the verification is.',
      tries_left: 'How many wrong amounts may still be sent.',
      verified_ts: 'When the right amounts were sent.',
    },
  ],
})

export type MicrodepositRow = Row<typeof microdeposit>

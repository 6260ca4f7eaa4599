import { type Attack, BEGUN, EMPTY, set } from './attack.ts'
import { ask } from './batches.ts'

const OPEN = {
  state: `'pending'`,
  ended_ts: 'null',
  purpose: `'follow_up'`,
  original: `'before'`,
} as const

/** Accounts at processors, and what belongs to them. The first version of a product's account has the product's id. */
export const ACCOUNTS: readonly Attack[] = [
  {
    breaks: 'producttransaction_processor_account_id_fkey',
    tries: 'a product of another processor than its account',
    run: ({ product }) => [set('producttransaction', product, `processor = 'cash'`)],
  },
  {
    breaks: 'producttransaction_processor_account_id_fkey',
    tries: "a product with another product's account",
    run: ({ other_product, product }) => [
      set('producttransaction', other_product, `processor_account_id = '${product}'`),
    ],
  },
  {
    breaks: 'producttransaction_amounts',
    tries: 'a product whose least payment is above its largest',
    run: ({ product }) => [set('producttransaction', product, 'least_amount = largest_amount + 1')],
  },
  {
    breaks: 'processor_account_version_key',
    tries: 'two accounts of one version',
    run: ({ product }, copy) => [copy('processor_account', product, {})],
  },
  {
    breaks: 'processor_account_version',
    tries: 'an account before the first',
    run: ({ product }, copy) => [copy('processor_account', product, { version: '0' })],
  },
  {
    breaks: 'processor_account_stays',
    tries: 'to change the settings that payments were made with',
    run: ({ product }) => [set('processor_account', product, `settings = '{}'`)],
  },
  {
    breaks: 'processor_account_stays',
    tries: 'to remove an account',
    run: ({ next_account }) => [
      `update producttransaction set processor_account_id = id, processor = 'zgate' where processor_account_id = '${next_account}'`,
      `delete from processor_account where id = '${next_account}'`,
    ],
  },
  {
    breaks: 'processor_account_credentials_account_id_fkey',
    tries: 'to take the secrets of an account to another address',
    run: ({ connected }, copy) => [
      copy('processor_account', connected, { version: '9', connector_settings: `'{"url":"https://b.example"}'` }),
    ],
  },
  {
    breaks: 'processor_account_credentials_account_id_fkey',
    tries: 'to take the secrets of an account to another connector',
    run: ({ connected }, copy) => [copy('processor_account', connected, { version: '9', connector: `'other'` })],
  },
  {
    breaks: 'processor_account_connector',
    tries: 'settings of no connector',
    run: ({ connected }, copy) => [copy('processor_account', connected, { version: '9', connector: 'null' })],
  },
  {
    breaks: 'processor_account_settings_length',
    tries: 'settings that no key can hold',
    run: ({ connected }, copy) => [
      copy('processor_account', connected, {
        version: '9',
        connector_settings: `jsonb_build_object('url', repeat('x', 2400))`,
        credentials_account_id: 'null',
      }),
    ],
  },
  {
    breaks: 'processor_credentials_version_key',
    tries: 'two sets of secrets of one version',
    run: ({ credentials }, copy) => [copy('processor_credentials', credentials, {})],
  },
  {
    breaks: 'processor_credentials_version',
    tries: 'secrets before the first',
    run: ({ credentials }, copy) => [copy('processor_credentials', credentials, { version: '0' })],
  },
  {
    breaks: 'processor_credentials_processor_account_id_fkey',
    tries: "to use secrets with another merchant's account",
    run: ({ credentials, product }, copy) => [
      copy('processor_credentials', credentials, { processor_account_id: `'${product}'` }),
    ],
  },
  {
    breaks: 'processor_credentials_stays',
    tries: 'to make earlier secrets the newest',
    run: ({ credentials }) => [set('processor_credentials', credentials, 'version = 9')],
  },
  {
    breaks: 'transaction_processor_account_id_fkey',
    tries: "a payment at another product's account",
    run: ({ sale, other_product }, copy) => [
      copy('transaction', sale, { ...BEGUN, processor_account_id: `'${other_product}'` }),
    ],
  },
  {
    breaks: 'transaction_place',
    tries: 'to move a payment to the account its product has today',
    run: ({ declined, next_account }) => [set('transaction', declined, `processor_account_id = '${next_account}'`)],
  },
  {
    breaks: 'transaction_tried_elsewhere',
    tries: 'a second try while nobody knows what became of the first',
    run: ({ second_sale, product, other_product }, copy) => [
      copy('transaction', second_sale, { ...BEGUN, id: `'begun'` }),
      copy('attempt', second_sale, { ...OPEN, id: `'begun'`, transaction_id: `'begun'`, purpose: `'order'` }),
      set(
        'transaction',
        'begun',
        `product_transaction_id = '${other_product}', processor_account_id = '${other_product}', first_product_transaction_id = '${product}'`,
      ),
    ],
  },
  {
    breaks: 'transaction_second_differs',
    tries: 'a second try at the product that was asked first',
    run: ({ sale, product }, copy) => [
      copy('transaction', sale, { ...BEGUN, first_product_transaction_id: `'${product}'` }),
    ],
  },
  {
    breaks: 'attempt_second_key',
    tries: 'a third try',
    run: ({ sale }, copy) => [
      copy('attempt', sale, { ...OPEN, id: `'second'`, purpose: `'order'` }),
      set('attempt', 'second', `state = 'declined', ended_ts = 1`),
      copy('attempt', sale, { ...OPEN, purpose: `'order'` }),
    ],
  },
  {
    breaks: 'transaction_refunded_id_fkey',
    tries: 'to refund through another account',
    run: ({ refund, next_account }, copy) => [
      copy('transaction', refund, { ...BEGUN, processor_account_id: `'${next_account}'` }),
    ],
  },
  {
    breaks: 'transaction_transaction_batch_id_fkey',
    tries: "to settle a payment with another account's batch",
    run: ({ authorized, open_batch, next_account }, copy) => [
      `${copy('transactionbatch', open_batch, { ...EMPTY, id: `'next'`, processor_account_id: `'${next_account}'` })}`,
      set('transaction', authorized, `status_id = 101, captured_amount = 1000, transaction_batch_id = 'next'`),
    ],
  },
  {
    breaks: 'attempt_of_account',
    tries: 'to act on a payment at another account',
    run: ({ sale, next_account }, copy) => [
      copy('attempt', sale, { ...OPEN, processor_account_id: `'${next_account}'` }),
    ],
  },
  {
    breaks: 'attempt_place',
    tries: 'to have asked another account',
    run: ({ sale, next_account }) => [set('attempt', sale, `processor_account_id = '${next_account}'`)],
  },
  {
    breaks: 'transactionbatch_processor_account_id_fkey',
    tries: "a batch at another product's account",
    run: ({ open_batch, bank_product }, copy) => [
      copy('transactionbatch', open_batch, { ...EMPTY, processor_account_id: `'${bank_product}'` }),
    ],
  },
  {
    breaks: 'transactionbatch_place',
    tries: 'to move a batch to the account its product has today',
    run: ({ open_batch, next_account }) => [
      set('transactionbatch', open_batch, `processor_account_id = '${next_account}'`),
    ],
  },
  {
    breaks: 'settlement_transactionbatch_id_fkey',
    tries: 'to settle a batch at another account',
    run: ({ open_batch, next_account }) => [
      ask(open_batch, 'one').replace('b.processor_account_id', `'${next_account}'`),
    ],
  },
]

import { type Attack, BEGUN } from './attack.ts'

const instrumentOf = (payment: string) => `(select instrument_id from transaction where id = '${payment}')`

/** Erases the number that a payment was made with. */
const erase = (payment: string) =>
  `update instrument set sealed = null, key_id = null, erased_ts = 1, erase_ts = null where id = ${instrumentOf(payment)}`

const vaultOf = (recurring: string) => `(select account_vault_id from recurring where id = '${recurring}')`

/** Sealed numbers: never erased while somebody needs one, and never needed once erased. */
export const NUMBERS: readonly Attack[] = [
  {
    breaks: 'instrument_needed',
    tries: 'to erase the number of a bank debit that waits for its file',
    run: ({ debit }) => [erase(debit)],
  },
  {
    breaks: 'instrument_needed',
    tries: 'to erase the number of a payment whose outcome is unknown',
    run: ({ unknown_payment }) => [erase(unknown_payment)],
  },
  {
    breaks: 'instrument_needed',
    tries: 'to erase the number of a stored account',
    run: ({ recurring }) => [
      `update instrument set sealed = null, key_id = null, erased_ts = 1, erase_ts = null
        where id = (select instrument_id from accountvault where id = ${vaultOf(recurring)})`,
    ],
  },
  {
    breaks: 'instrument_needed',
    named: 'instrument_stays_erased',
    tries: 'to bring an erased number back',
    run: ({ sale }) => [
      erase(sale),
      `update instrument set sealed = 'x', key_id = 'x', erased_ts = null where id = ${instrumentOf(sale)}`,
    ],
  },
  {
    breaks: 'instrument_erased',
    tries: 'to erase a number and leave no trace of when',
    run: ({ sale }) => [`update instrument set sealed = null where id = ${instrumentOf(sale)}`],
  },
  {
    breaks: 'instrument_payment_method',
    tries: 'an account that is neither card nor bank account',
    run: ({ sale }) => [`update instrument set payment_method = 'cash' where id = ${instrumentOf(sale)}`],
  },
  {
    breaks: 'transaction_number_kept',
    tries: 'to pay with an account whose number is erased',
    run: ({ sale }, copy) => [erase(sale), copy('transaction', sale, BEGUN)],
  },
  {
    breaks: 'accountvault_number_kept',
    tries: 'to store an account whose number is erased',
    run: ({ sale, recurring }, copy) => [
      erase(sale),
      copy('accountvault', vaultOf(recurring), { instrument_id: instrumentOf(sale), account_vault_api_id: 'null' }),
    ],
  },
  {
    breaks: 'microdeposit_number_kept',
    tries: 'to verify a bank account whose number is erased',
    run: ({ sale, recurring, bank_product }) => [
      erase(sale),
      `insert into microdeposit (id, root_id, location_id, account_vault_id, product_transaction_id, status, tries_left,
         instrument_id, first_amount, second_amount, originate_ts, created_ts, modified_ts)
       select 'probe', root_id, location_id, id, '${bank_product}', 'pending', 3, ${instrumentOf(sale)}, 12, 34, 0, 0, 0
         from accountvault where id = ${vaultOf(recurring)}`,
    ],
  },
  {
    breaks: 'ach_entry_number_kept',
    tries: 'an entry of a bank file without an account',
    run: ({ sale, sent }, copy) => [
      erase(sale),
      copy('ach_entry', `(select id from ach_entry where transaction_id = '${sent}' limit 1)`, {
        instrument_id: instrumentOf(sale),
        kind: `'micro_credit'`,
        transaction_id: 'null',
        sequence: '9999998',
      }),
    ],
  },
]

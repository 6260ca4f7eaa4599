import { amount, isApproved, onto, type Scenario } from './scenario.ts'

/** Debits a bank account; some debits are voided before their file leaves. */
export const debit: Scenario = async client => {
  const { location_id } = client.merchant
  const account = { account_number: '123456789', routing: '072000326', account_type: 'checking', ach_sec_code: 'WEB' }
  const asked = { action: 'debit', payment_method: 'ach', location_id, order_num: 'MARK' }
  const transaction_amount = amount(client.chance)
  const record = { ...asked, ...account, account_holder_name: 'Wilma Testperson', transaction_amount }
  const taken = await client.make('debit', 'transaction', record, true)
  if (isApproved(taken) && client.chance.oneIn(3)) await onto(client, 'void', taken.answer.id, {}, true)
}

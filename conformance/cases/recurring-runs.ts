import { type Check, clockCheck } from '../check.ts'
import type { Json } from '../client.ts'
import { answered, record, same } from '../expect.ts'
import { cardVaultBody, type Fields, newContact, newLocation, newProduct, newRecurring, newVault } from '../fixtures.ts'
import type { Lab } from '../lab.ts'
import { dayFromNow, moveToNoon, ZONE } from '../merchant-days.ts'

const read = async (lab: Lab, id: string): Promise<Json> =>
  record(await lab.api.get(`recurrings/${id}?expand=transactions`), 'recurring', 200)

const results = ({ transactions }: Json): Json[] =>
  transactions.map((each: Json) => [each.transaction_amount, each.status_id])

/** A vault whose contact has an email address. */
async function reachable(lab: Lab, over: Fields = {}): Promise<{ email: string; account_vault_id: string }> {
  const email = lab.address()
  const contact = await newContact(lab, { email, ...over })
  const vault = await newVault(lab, { ...cardVaultBody(lab), contact_id: contact.id, ...over })
  return { email, account_vault_id: vault.id }
}

export const recurringRunChecks: Check[] = [
  clockCheck(['RC-03', 'RC-26'], async lab => {
    const start_date = await dayFromNow(lab, 1)
    const week = { interval_type: 'w', interval: '1', start_date }
    const approved = await newRecurring(lab, { ...week, installment_total_count: 2, transaction_amount: '10.00' })
    const declined = await newRecurring(lab, { ...week, installment_total_count: 2, transaction_amount: '5.00' })
    await lab.advance('P40D')
    const [one, two] = [await read(lab, approved.id), await read(lab, declined.id)]
    same(
      results(one),
      [
        [10, 101],
        [10, 101],
      ],
      'payments of an installment plan',
    )
    same(
      results(two),
      [
        [5, 301],
        [5, 301],
      ],
      'payments of a plan that is declined',
    )
    same([one.status, one.next_run_date], ['ended', '0000-00-00'], 'status and next_run_date in the end')
    same(
      [two.status, two.next_run_date],
      ['ended', '0000-00-00'],
      'status and next_run_date of the declined plan in the end',
    )
  }),
  clockCheck(['RC-02', 'RC-36', 'RC-29', 'RC-30'], async lab => {
    const start_date = await dayFromNow(lab, 1)
    const daily = { interval_type: 'd', interval: '2', start_date }
    const { id } = await newRecurring(lab, daily)
    const stopped = await newRecurring(lab, daily)
    answered(await lab.api.put(`recurrings/${stopped.id}`, { recurring: { active: 0 } }), 200)
    const ended = await newRecurring(lab, { ...daily, end_date: await dayFromNow(lab, 2) })
    await lab.advance('P6D')
    same(
      results(await read(lab, id)),
      [
        [10, 101],
        [10, 101],
        [10, 101],
      ],
      'payments of an ongoing recurring in six days',
    )
    same(results(await read(lab, stopped.id)), [], 'payments of a recurring that was made inactive')
    const over = await read(lab, ended.id)
    same([results(over), over.status], [[[10, 101]], 'ended'], 'payments and status of a recurring that ended')
    answered(await lab.api.delete(`recurrings/${id}`), 204)
  }),
  clockCheck('NT-10', async lab => {
    await moveToNoon(lab)
    const { email, account_vault_id } = await reachable(lab)
    await newRecurring(lab, {
      account_vault_id,
      start_date: await dayFromNow(lab, 5),
      notification_days: '3',
      installment_total_count: 1,
    })
    await lab.advance('P1D')
    same((await lab.outbox(email)).length, 0, 'mails four days before a run')
    await lab.advance('P1D')
    same((await lab.outbox(email)).length, 1, 'mails three days before a run')
    await lab.advance('P1D')
    same((await lab.outbox(email)).length, 1, 'mails two days before a run')
  }),
  clockCheck('NT-11', async lab => {
    await moveToNoon(lab)
    const location_id = (await newLocation(lab, { recurring_notification_days_default: 2, tz: ZONE })).id
    const product = await newProduct(lab, { location_id })
    const { email, account_vault_id } = await reachable(lab, { location_id })
    const made = await newRecurring(lab, {
      account_vault_id,
      location_id,
      product_transaction_id: product.id,
      start_date: await dayFromNow(lab, 4),
      installment_total_count: 1,
    })
    same(String(made.notification_days), '2', 'notification_days that was not sent')
    await lab.advance('P1D')
    same((await lab.outbox(email)).length, 0, 'mails three days before a run')
    await lab.advance('P1D')
    same((await lab.outbox(email)).length, 1, 'mails two days before a run')
  }),
]

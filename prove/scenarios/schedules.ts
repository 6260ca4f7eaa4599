import { amount, CARD, type Scenario } from './scenario.ts'

const NEW_YORK = 'America/New_York'
/** A run of all of them is to fit into a move of the clock. */
const MOST = 24

/** A daily recurring from the day after tomorrow on, with a notice the day before each run. */
export const schedule: Scenario = async client => {
  const { chance, proof, merchant } = client
  const made = proof.journal.entries.filter(({ what }) => what === 'recurring').length
  if (made >= MOST) return
  const { location_id } = merchant
  const payer = { location_id, last_name: 'Payer', email: 'ADDRESS', email_trx_receipt: 1 }
  const contact = await client.make('contact', 'contact', payer)
  if (contact.state !== 'acknowledged') return
  const contact_id = contact.answer.id
  const vault = await client.make('vault', 'accountvault', { location_id, contact_id, payment_method: 'cc', ...CARD })
  if (vault.state !== 'acknowledged') return
  const { now } = await client.read('/sandbox/clock')
  // The clock may move before this is stored, and a recurring begins today at the earliest.
  const start = Temporal.Instant.fromEpochMilliseconds(now * 1000)
    .toZonedDateTimeISO(NEW_YORK)
    .add({ days: 2 })
  return client.make('recurring', 'recurring', {
    ...{ location_id, account_vault_id: vault.answer.id },
    ...{ interval: '1', interval_type: 'd', start_date: start.toPlainDate().toString(), notification_days: '1' },
    transaction_amount: chance.oneIn(5) ? '5.00' : chance.oneIn(3) ? '8.05' : amount(chance),
    ...(chance.oneIn(2) ? { installment_total_count: 99 } : {}),
  })
}

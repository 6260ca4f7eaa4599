import { type Attack, set } from './attack.ts'

/** The row by which a processor takes back an approval. The first request of a payment has the payment's id. */
const takenBack = (payment: string, over: Record<string, string> = {}): string => {
  const row = {
    id: `'taken-back-00000000000001'`,
    root_id: 'root_id',
    transaction_id: 'id',
    attempt_id: 'id',
    from_status: 'status_id',
    to_status: '301',
    amount: '1000',
    created_ts: '1',
    ...over,
  }
  return `insert into taken_back (${Object.keys(row)}) select ${Object.values(row)} from transaction where id = '${payment}'`
}

const GONE = `status_id = 301, outcome = 'declined', captured_amount = 0, authorized_amount = 0, auth_amount = 0, transaction_batch_id = null`

/** What only a processor's word lets back. */
export const TAKEN_BACK: readonly Attack[] = [
  {
    breaks: 'transaction_moves',
    tries: 'to decline a sale that its processor has not taken back',
    run: ({ sale }) => [set('transaction', sale, 'status_id = 301')],
  },
  {
    breaks: 'taken_back_attempt_key',
    tries: 'to take one approval back twice',
    run: ({ sale }) => [takenBack(sale), takenBack(sale, { id: `'taken-back-00000000000002'` })],
  },
  {
    breaks: 'taken_back_amount',
    tries: 'to take back less than nothing',
    run: ({ sale }) => [takenBack(sale, { amount: '-1' })],
  },
  {
    breaks: 'taken_back_stays',
    tries: 'to forget that an approval was taken back',
    run: ({ sale }) => [takenBack(sale), `delete from taken_back where transaction_id = '${sale}'`],
  },
  {
    breaks: 'transaction_stays_in_batch',
    tries: 'to take a settled payment out of what was settled',
    run: ({ settled_sale }) => [takenBack(settled_sale), set('transaction', settled_sale, GONE)],
  },
]

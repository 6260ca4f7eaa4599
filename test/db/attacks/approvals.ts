import { type Attack, set } from './attack.ts'

const USER = (offset: number): string =>
  `(select u.id from "user" u where u.root_id = p.root_id order by u.id limit 1 offset ${offset})`

/** A request of one user for the approval of a refund, which waits for another. */
const asked = (product: string, over: Record<string, string> = {}): string => {
  const row = {
    ...{ id: `'approval-00000000000000001'`, root_id: 'p.root_id', location_id: 'p.location_id', action: `'refund'` },
    ...{ product_transaction_id: 'p.id', last_four: `'1111'`, transaction_amount: '1000', reason: `'Wrong item.'` },
    ...{ status: `'waiting'`, expire_ts: '2', created_ts: '1', modified_ts: '1', created_user_id: USER(0) },
    ...over,
  }
  return `insert into refundapproval (${Object.keys(row)}) select ${Object.values(row)} from producttransaction p where id = '${product}'`
}
const BY_OTHER = { decided_ts: '1', decided_user_id: USER(1) }
const change = (sets: string): string => set('refundapproval', 'approval-00000000000000001', sets)
const used = (number: number): Record<string, string> => ({
  ...BY_OTHER,
  ...{ id: `'approval-0000000000000000${number}'`, status: `'used'`, refund_transaction_id: `'refund'` },
})

const alone = (product: string, amount: number): string =>
  `insert into unapproved_refund select root_id, '', '2030-01-31', ${amount}, 1 from producttransaction where id = '${product}'`

/** What one person alone must not do. */
export const APPROVALS: readonly Attack[] = [
  {
    breaks: 'refundapproval_two_persons',
    tries: 'to approve a refund of one’s own',
    run: ({ product }) => [asked(product, { status: `'approved'`, decided_ts: '1', decided_user_id: USER(0) })],
  },
  {
    breaks: 'refundapproval_fixed',
    tries: 'to have more refunded than was approved',
    run: ({ product }) => [asked(product), change('transaction_amount = 2000')],
  },
  {
    breaks: 'refundapproval_steps',
    tries: 'to approve what was refused',
    run: ({ product }) => [asked(product, { ...BY_OTHER, status: `'refused'` }), change(`status = 'approved'`)],
  },
  {
    breaks: 'refundapproval_stays',
    tries: 'to forget who approved a refund',
    run: ({ product }) => [asked(product), `delete from refundapproval where reason = 'Wrong item.'`],
  },
  {
    breaks: 'refundapproval_refund_key',
    tries: 'to use two approvals for one refund',
    run: ({ product }) => [asked(product, used(2)), asked(product, used(3))],
  },
  {
    breaks: 'refundapproval_status',
    tries: 'an approval that is neither decided nor waits',
    run: ({ product }) => [asked(product, { ...BY_OTHER, status: `'half'` })],
  },
  {
    breaks: 'refundapproval_amount',
    tries: 'to approve nothing',
    run: ({ product }) => [asked(product, { transaction_amount: '0' })],
  },
  {
    breaks: 'refundapproval_account',
    tries: 'to approve a refund without saying where the money goes',
    run: ({ product }) => [asked(product, { last_four: 'null' })],
  },
  {
    breaks: 'refundapproval_decided',
    tries: 'an approval that nobody gave',
    run: ({ product }) => [asked(product, { status: `'approved'` })],
  },
  {
    breaks: 'refundapproval_used',
    tries: 'an approval that was used for no refund',
    run: ({ product }) => [asked(product, { ...BY_OTHER, status: `'used'` })],
  },
  {
    breaks: 'unapproved_refund_within',
    tries: 'to give back more in a day than one person may',
    run: ({ product }) => [alone(product, 2)],
  },
  {
    breaks: 'unapproved_refund_pkey',
    tries: 'to count what a user gives back in a day twice',
    run: ({ product }) => [alone(product, 1), alone(product, 1)],
  },
  {
    breaks: 'producttransaction_refund_approval',
    tries: 'a limit of refunds below nothing',
    run: ({ product }) => [set('producttransaction', product, 'refund_approval_amount = -1')],
  },
]

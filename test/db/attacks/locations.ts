import { type Attack, BEGUN, type Copy, set } from './attack.ts'

/** A row that is written once more at a location that has just been deleted. */
function atDeleted(
  table: string,
  tries: string,
  row: keyof Parameters<Attack['run']>[0],
  over: Record<string, string> = {},
): Attack {
  return {
    breaks: `${table}_location_lives`,
    named: `${table}_location_id_fkey`,
    tries,
    run: (ids, copy: Copy) => [
      set('location', ids.empty_location, 'deleted_ts = 1'),
      copy(table, ids[row], { ...over, location_id: `'${ids.empty_location}'` }),
    ],
  }
}

/** Deleted locations, and what would be left in them. */
export const LOCATIONS: readonly Attack[] = [
  {
    breaks: 'location_empty',
    tries: 'to delete a location that takes payments',
    run: ({ other_location }) => [set('location', other_location, 'deleted_ts = 1')],
  },
  {
    breaks: 'location_location_lives',
    named: 'location_parent_id_fkey',
    tries: 'to move a location below a deleted one',
    run: ({ empty_location, other_location }) => [
      set('location', empty_location, 'deleted_ts = 1'),
      set('location', other_location, `parent_id = '${empty_location}'`),
    ],
  },
  atDeleted('transaction', 'a payment at a deleted location', 'sale', BEGUN),
  {
    breaks: 'producttransaction_location_lives',
    named: 'producttransaction_location_id_fkey',
    tries: 'a product that takes payments at a deleted location',
    run: ({ empty_location, other_product }) => [
      set('location', empty_location, 'deleted_ts = 1'),
      set('producttransaction', other_product, `location_id = '${empty_location}'`),
    ],
  },
  atDeleted('quickinvoice', 'an invoice of a deleted location', 'invoice', { quick_invoice_api_id: 'null' }),
  atDeleted('paylink', 'a paylink of a deleted location', 'link', { paylink_api_id: 'null' }),
  atDeleted('recurring', 'a recurring of a deleted location', 'recurring', { recurring_api_id: 'null' }),
  atDeleted('accountvault', 'an account stored at a deleted location', 'vault', { account_vault_api_id: 'null' }),
]

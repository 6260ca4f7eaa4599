import { type Attack, BEGUN } from './attack.ts'

const entryOf = (payment: string) =>
  `(select id from ach_entry where transaction_id = '${payment}' order by presentment limit 1)`
const fileOf = (payment: string) => `(select ach_file_id from ach_entry where transaction_id = '${payment}')`
/** An unused trace number. */
const FREE = { sequence: `nextval('probe')`, settled_ts: 'null' } as const
/** The name and part of a file that does not exist. */
const OTHER = { name: `'other.ach'`, part: '99' } as const
const PROBE = 'create temporary sequence probe start 5000000'

function item(over: Record<string, string>): string {
  const row: Record<string, string> = {
    id: `'item' || nextval('probe')`,
    kind: `'return'`,
    code: `'R01'`,
    original_trace: `'110000000000001'`,
    trace_number: `'2'`,
    rdfi_id: `'07200032'`,
    amount: '1000',
    file_name: `'returns.ach'`,
    state: `'unmatched'`,
    created_ts: '0',
    ...over,
  }
  return `insert into ach_item (${Object.keys(row).join(', ')}) values (${Object.values(row).join(', ')})`
}

function deposit(vault: string, over: Record<string, string> = {}): string {
  const row: Record<string, string> = {
    id: `'deposit' || nextval('probe')`,
    root_id: 'root_id',
    location_id: 'location_id',
    account_vault_id: 'id',
    product_transaction_id: `(select id from producttransaction p where payment_method = 'ach' and p.root_id = accountvault.root_id limit 1)`,
    status: `'pending'`,
    tries_left: '3',
    instrument_id: 'instrument_id',
    first_amount: '12',
    second_amount: '34',
    originate_ts: '0',
    created_ts: '0',
    modified_ts: '0',
    ...over,
  }
  return `insert into microdeposit (${Object.keys(row).join(', ')}) select ${Object.values(row).join(', ')} from accountvault where id = '${vault}'`
}

function use(product: string, over: Record<string, string> = {}): string {
  const row: Record<string, string> = {
    kind: `'debit'`,
    items: '1',
    amount: '100',
    most_items: '1',
    most_amount: '100',
    ...over,
  }
  return `insert into velocity_use (product_transaction_id, period, root_id, ${Object.keys(row).join(', ')})
    select id, '2030-01-31', root_id, ${Object.values(row).join(', ')} from producttransaction where id = '${product}'`
}

/** Two instruments of one merchant, by their place. */
const correct = (from: string, to: string) =>
  `with own as (
     select id, root_id, row_number() over (order by id) - 1 as place from instrument where root_id = (select min(root_id) from instrument))
   insert into ach_correction (instrument_id, corrected_id, created_ts, root_id)
   select a.id, b.id, 0, a.root_id from own a, own b where a.place = ${from} and b.place = ${to}`

/** Bank payments on their way through the bank, small deposits, and the limits of a product. */
export const BANK: readonly Attack[] = [
  {
    breaks: 'transaction_leaves_once',
    tries: 'to put into a file what its processor sends',
    run: ({ bank_product, debit }, copy) => [
      copy('processor_account', bank_product, { id: `'sent-by-a-processor'`, version: '9', connector: `'other'` }),
      copy('transaction', debit, {
        ...BEGUN,
        transaction_api_id: 'null',
        processor_account_id: `'sent-by-a-processor'`,
        originate_ts: '1',
      }),
    ],
  },
  {
    breaks: 'ach_entry_trace_key',
    tries: 'two entries under one trace number',
    run: ({ sent }, copy) => [copy('ach_entry', entryOf(sent), { presentment: '2' })],
  },
  {
    breaks: 'ach_entry_presentment_key',
    tries: 'to present a payment twice',
    run: ({ sent }, copy) => [PROBE, copy('ach_entry', entryOf(sent), { ...FREE, state: `'presented'` })],
  },
  {
    breaks: 'ach_entry_living_key',
    tries: 'a payment in two files at once',
    run: ({ sent }, copy) => [
      PROBE,
      ...['2', '3'].map(presentment =>
        copy('ach_entry', entryOf(sent), { ...FREE, presentment, state: `'presented'` }),
      ),
    ],
  },
  {
    breaks: 'ach_entry_presentment',
    tries: 'to present a payment a fourth time',
    run: ({ sent }, copy) => [
      PROBE,
      copy('ach_entry', entryOf(sent), { ...FREE, presentment: '4', state: `'presented'` }),
    ],
  },
  {
    breaks: 'ach_entry_subject',
    tries: 'an entry of no payment',
    run: ({ sent }) => [`update ach_entry set transaction_id = null where id = ${entryOf(sent)}`],
  },
  ...(
    [
      ['kind', `'gift'`, 'a kind nobody knows'],
      ['direction', `'sideways'`, 'neither a debit nor a credit'],
      ['amount', '0', 'nothing'],
      ['state', `'lost'`, 'a state nobody knows'],
    ] as const
  ).map(
    ([column, value, what]): Attack => ({
      breaks: `ach_entry_${column}`,
      tries: `an entry of ${what}`,
      run: ({ sent }) => [
        `update ach_entry set ${column} = ${value}${column === 'kind' ? ', transaction_id = null' : ''} where id = ${entryOf(sent)}`,
      ],
    }),
  ),
  {
    breaks: 'ach_entry_settled',
    tries: 'an entry that settled never',
    run: ({ sent }) => [`update ach_entry set settled_ts = null where id = ${entryOf(sent)}`],
  },
  {
    breaks: 'ach_entry_return',
    tries: 'a return without a reason',
    run: ({ sent }) => [`update ach_entry set state = 'returned' where id = ${entryOf(sent)}`],
  },
  {
    breaks: 'ach_file_window_key',
    tries: 'two files of one product and window',
    run: ({ sent }, copy) => [copy('ach_file', fileOf(sent), { name: `'other.ach'` })],
  },
  {
    breaks: 'ach_file_name_key',
    tries: 'two files of one name',
    run: ({ sent }, copy) => [copy('ach_file', fileOf(sent), { part: '99' })],
  },
  {
    breaks: 'ach_file_state',
    tries: 'a file nobody knows the whereabouts of',
    run: ({ sent }, copy) => [copy('ach_file', fileOf(sent), { ...OTHER, state: `'lost'` })],
  },
  {
    breaks: 'ach_file_amounts',
    tries: 'a file of less than nothing',
    run: ({ sent }, copy) => [copy('ach_file', fileOf(sent), { ...OTHER, debit_amount: '-1' })],
  },
  ...(
    [
      ['name', `'other.ach'`, 'to call a file otherwise'],
      ['debit_amount', 'debit_amount + 1', 'a cent more in a file than was written'],
      ['sha256', `repeat('0', 64)`, 'to let a file say something else'],
      ['window_ts', 'window_ts + 1', 'to date a file anew'],
    ] as const
  ).map(
    ([column, value, tries]): Attack => ({
      breaks: 'ach_file_place',
      tries,
      run: ({ sent }) => [`update ach_file set ${column} = ${value} where id = ${fileOf(sent)}`],
    }),
  ),
  {
    breaks: 'ach_file_moves',
    tries: 'to send a file again that the bank has answered',
    run: ({ sent }) => [`update ach_file set state = 'built' where id = ${fileOf(sent)}`],
  },
  {
    breaks: 'ach_entry_moves',
    tries: 'to have a settled payment on its way again',
    run: ({ sent }) => [`update ach_entry set state = 'presented' where id = ${entryOf(sent)}`],
  },
  ...(['ach_file', 'ach_entry', 'ach_item', 'ach_correction'] as const).map(
    (table): Attack => ({
      breaks: `${table}_stays`,
      tries: `to forget what stands in ${table}`,
      run: () => [
        PROBE,
        item({}),
        correct('0', '1'),
        `delete from ${table}${table === 'ach_file' ? ' where false' : ''}`,
      ],
    }),
  ),
  {
    breaks: 'ach_odfi_sequence',
    tries: 'a trace number of eight digits',
    run: () => ['update ach_odfi set next_sequence = 10000000'],
  },
  {
    breaks: 'ach_odfi_pkey',
    tries: 'two counts of one bank',
    run: () => ['insert into ach_odfi select * from ach_odfi'],
  },
  { breaks: 'ach_item_once_key', tries: 'to read a return twice', run: () => [PROBE, item({}), item({})] },
  { breaks: 'ach_item_kind', tries: 'news of no kind', run: () => [PROBE, item({ kind: `'rumour'` })] },
  { breaks: 'ach_item_state', tries: 'news in no state', run: () => [PROBE, item({ state: `'forgotten'` })] },
  {
    breaks: 'ach_item_entry',
    tries: 'to have applied a return to nothing',
    run: () => [PROBE, item({ state: `'applied'` })],
  },
  {
    breaks: 'ach_item_corrected',
    tries: 'to keep what a notice says once a person has read it',
    run: () => [PROBE, item({ state: `'reviewed'`, corrected_data_sealed: `'v1'` })],
  },
  {
    breaks: 'ach_correction_pkey',
    tries: 'to correct an account twice',
    run: () => [correct('0', '1'), correct('0', '2')],
  },
  {
    breaks: 'ach_correction_corrected_id_key',
    tries: 'one account for two',
    run: () => [correct('0', '2'), correct('1', '2')],
  },
  { breaks: 'ach_correction_differs', tries: 'to correct an account by itself', run: () => [correct('0', '0')] },
  {
    breaks: 'velocity_use_within_items',
    tries: 'one payment more than a product may take',
    run: ({ other_product }) => [use(other_product, { items: '2' })],
  },
  {
    breaks: 'velocity_use_within_amount',
    tries: 'a cent more than a product may take',
    run: ({ other_product }) => [use(other_product, { amount: '101' })],
  },
  {
    breaks: 'velocity_use_counts',
    tries: 'to have taken less than nothing',
    run: ({ other_product }) => [use(other_product, { amount: '-1' })],
  },
  {
    breaks: 'velocity_use_kind',
    tries: 'to count what is not limited',
    run: ({ other_product }) => [use(other_product, { kind: `'gift'` })],
  },
  {
    breaks: 'velocity_use_pkey',
    tries: 'to count a day twice',
    run: ({ other_product }) => [use(other_product), use(other_product)],
  },
  {
    breaks: 'microdeposit_account_vault_key',
    tries: 'to verify one account twice at once',
    run: ({ vault }) => [PROBE, deposit(vault), deposit(vault)],
  },
  {
    breaks: 'microdeposit_amounts',
    tries: 'a deposit of a dollar',
    run: ({ vault }) => [PROBE, deposit(vault, { first_amount: '100' })],
  },
  {
    breaks: 'microdeposit_tries',
    tries: 'a fourth guess',
    run: ({ vault }) => [PROBE, deposit(vault, { tries_left: '4' })],
  },
  {
    breaks: 'microdeposit_status',
    tries: 'a deposit in no state',
    run: ({ vault }) => [
      PROBE,
      deposit(vault, { status: `'lost'`, originate_ts: 'null', settle_date: `'2030-01-31'`, arrive_ts: '0' }),
    ],
  },
  {
    breaks: 'microdeposit_waits',
    tries: 'a deposit that waits for nothing',
    run: ({ vault }) => [PROBE, deposit(vault, { originate_ts: 'null' })],
  },
  {
    breaks: 'microdeposit_sent',
    tries: 'a deposit that was sent and never arrives',
    run: ({ vault }) => [PROBE, deposit(vault, { status: `'sent'`, originate_ts: 'null' })],
  },
  {
    breaks: 'microdeposit_verified',
    tries: 'an account that was verified never',
    run: ({ vault }) => [
      PROBE,
      deposit(vault, { status: `'verified'`, originate_ts: 'null', settle_date: `'2030-01-31'`, arrive_ts: '0' }),
    ],
  },
]

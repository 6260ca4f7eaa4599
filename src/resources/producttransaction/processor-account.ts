import { isDeepStrictEqual } from 'node:util'
import type { Projection } from '../../definition/store.ts'
import { newId } from '../../lib/id.ts'

/** The settings of a product that make up its account at the processor, beside the processor itself. */
const SETTINGS = ['processor_version', 'merchant_id', 'terminal_id', 'account_number', 'processor_data'] as const

type Settings = Partial<Record<(typeof SETTINGS)[number] | 'processor', unknown>>

/** The id of a new product and of the first version of its account, which is the same. */
export function firstAccount(ms: number): { id: string; processor_account_id: string } {
  const id = newId(ms)
  return { id, processor_account_id: id }
}

/** Whether a change of a product's settings makes a new version of its account. */
export function isOtherAccount(row: Settings, change: Settings): boolean {
  return (['processor', ...SETTINGS] as const).some(
    name => change[name] !== undefined && !isDeepStrictEqual(change[name] || null, row[name] || null),
  )
}

/** Stores each version of a product's account together with the product that begins to use it. */
export const accountVersions: Projection = {
  on: 'producttransaction',
  verbs: 'any',
  alongside({ row, before }) {
    const { id, root_id, processor, processor_account_id, modified_ts } = row
    if (before?.processor_account_id === processor_account_id) return []
    const settings = Object.fromEntries(SETTINGS.map(name => [name, row[name] ?? null]))
    const values = [processor_account_id, root_id, id, processor, JSON.stringify(settings), modified_ts]
    return [{ text: NEXT_VERSION, values }]
  },
  when: () => false,
  async fold() {},
}

/** A version with another connector is stored before its product, and is there already. */
const NEXT_VERSION = `
insert into processor_account (id, root_id, product_transaction_id, version, processor, settings, connector, connector_settings,
  credentials_account_id, created_ts)
select $1, $2::text, $3::text, coalesce(last.version, 0) + 1, $4, $5::json, last.connector, coalesce(last.connector_settings, '{}'),
       last.credentials_account_id, $6::bigint
  from (values (true)) as once
  left join lateral (
    select * from processor_account where product_transaction_id = $3::text and root_id = $2::text
     order by version desc limit 1) as last on true
on conflict (id, root_id) do nothing`

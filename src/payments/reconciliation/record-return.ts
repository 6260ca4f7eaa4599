import type { UnitOfWork } from '../../definition/store.ts'
import { formatMoney } from '../../lib/money.ts'
import type { BankItem } from '../bank/bank-item.ts'
import { recordFindings } from './findings.ts'

/** The entry that a return names by its trace number, although it does not fit it otherwise. */
interface NamedEntry {
  root_id: string
  location_id: string
  product_transaction_id: string
  transaction_id: string | null
  amount: number
  rdfi_id: string
}

/** Returns the entry with the trace number that a return names; null when there is none. */
export async function namedEntry(
  db: Pick<UnitOfWork, 'query'>,
  { original_trace }: BankItem,
): Promise<NamedEntry | null> {
  if (!/^\d{15}$/.test(original_trace)) return null
  const [entry] = await db.query<NamedEntry>(NAMED, [original_trace.slice(0, 8), Number(original_trace.slice(8))])
  return entry ?? null
}

const NAMED = `
select e.root_id, f.location_id, f.product_transaction_id, e.transaction_id, e.amount, e.rdfi_id
  from ach_entry e join ach_file f on f.root_id = e.root_id and f.id = e.ach_file_id
 where e.odfi_id = $1 and e.sequence = $2 and e.state <> 'withdrawn' order by e.cycle desc limit 1`

/** Records a return that fits no entry, in the tree of the entry that it names, else in that of nobody. */
export function recordReturn(
  work: UnitOfWork,
  item: BankItem,
  entry: NamedEntry | null,
  seconds: number,
): Promise<void> {
  const { code, original_trace, trace_number, rdfi_id } = item
  const finding = {
    kind: entry ? 'return_amount' : 'return_unmatched',
    subject: [code, original_trace, trace_number, rdfi_id, item.amount].join(' '),
    location_id: entry?.location_id ?? null,
    product_transaction_id: entry?.product_transaction_id ?? null,
    transaction_id: entry?.transaction_id ?? null,
    reference: original_trace,
    processor: 'bank',
    ours: entry && `${formatMoney(BigInt(entry.amount))} for bank ${entry.rdfi_id}`,
    theirs: `${code} ${formatMoney(BigInt(item.amount))} for bank ${rdfi_id}`.trim(),
  } as const
  return recordFindings(work, [finding], 'return', seconds)
}

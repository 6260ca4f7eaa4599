import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Evidence } from './evidence.ts'
import { type Finding, findings, shown } from './finding.ts'

interface Entry {
  trace: string
  amount: number
  presentment: number
  transaction_id: string | null
  state: string
  status_id: number | null
}

const GIVEN: readonly string[] = ['delivered', 'acknowledged', 'refused']

/** Every entry of a bank file is in the simulated bank's own book once, with its amount, and nothing else is. */
export async function bankAndGateway({ sql, home }: Evidence): Promise<Finding[]> {
  const { found, mismatch, duplicate, lost } = findings('bank and gateway')
  const entries = await sql<Entry>(ENTRIES)
  const booked = Map.groupBy(readBook(home), ({ trace }) => trace)
  const known = new Set(entries.map(({ trace }) => trace))
  for (const [trace, same] of booked) {
    if (same.length > 1)
      duplicate(`entry ${trace} of ${shown(same[0]!.amount)} is ${same.length} times in the bank's book`)
    if (!known.has(trace))
      mismatch(`entry ${trace} of ${shown(same[0]!.amount)} is in the bank's book, and nobody's here`)
  }
  for (const { trace, amount, transaction_id, state, status_id } of entries) {
    const [line] = booked.get(trace) ?? []
    const is = `entry ${trace} of transaction ${transaction_id}`
    if (!line && GIVEN.includes(state)) lost(`${is} was given to the bank, and is not in its book`)
    if (line && line.amount !== amount)
      mismatch(`${is} is of ${shown(amount)}, and of ${shown(line.amount)} in the bank's book`)
    if (status_id === 201) mismatch(`${is} left in a file, and was voided`)
  }
  for (const [key, same] of Map.groupBy(entries, each => `${each.transaction_id} ${each.presentment}`))
    if (same.length > 1 && same[0]!.transaction_id !== null)
      duplicate(`transaction ${key.replace(' ', ' in presentment ')} is in ${same.length} entries`)
  return found
}

function readBook(home: string): { trace: string; amount: number }[] {
  const path = join(home, 'bank', 'book.sqlite')
  if (!existsSync(path)) return []
  const book = new DatabaseSync(path)
  try {
    return book.prepare('select trace, amount from entry').all() as { trace: string; amount: number }[]
  } finally {
    book.close()
  }
}

const ENTRIES = `
select entry.odfi_id || lpad(entry.sequence::text, 7, '0') as trace, entry.amount, presentment, transaction_id, file.state,
       transaction.status_id
  from ach_entry entry join ach_file file on file.id = entry.ach_file_id left join transaction on transaction.id = entry.transaction_id`

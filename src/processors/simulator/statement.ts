import { createHash } from 'node:crypto'
import { parseCsv } from '../../lib/csv.ts'
import { parseMoney } from '../../lib/money.ts'
import type { Statement } from '../../ports/processor.ts'

/**
 * Reads `{"file": null}` or `{"file": {name, text}}`, the simulator's own file of a batch. Throws for anything else,
 * and for a file whose trailer does not fit what stands above it: one that was cut off or touched must not look like
 * a smaller batch.
 */
export function readStatement(body: string, reference: string): Statement | null {
  const { file } = JSON.parse(body) as { file: { name: string; text: string } | null }
  if (file === null) return null
  const { name: file_name, text } = file
  const [, header, ...rest] = parseCsv(text)
  const trailer = rest.pop()
  if (header?.[0] !== 'H' || header[2] !== reference) throw new Error(`${file_name} is not of batch ${reference}`)
  const above = text.slice(0, text.lastIndexOf('\r\nT,') + 2)
  if (trailer?.[0] !== 'T' || trailer[1] !== String(rest.length) || trailer[4] !== digest(above))
    throw new Error(`${file_name} is not whole`)
  const lines = rest.map(([record, , order = '', , , , amount]) => {
    if (record !== 'D') throw new Error(`${file_name} has a strange record`)
    return { reference: order, amount: money(amount, file_name) }
  })
  return { file_name, lines, amount: money(trailer[6], file_name) }
}

function money(text: string | undefined, file_name: string): bigint {
  const amount = parseMoney(text)
  if (amount === null) throw new Error(`${file_name} has a strange amount`)
  return amount
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

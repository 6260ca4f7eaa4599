import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { formatMoney } from '../lib/money.ts'
import type { NachaFile } from '../nacha/model.ts'
import { readNacha } from '../nacha/read-nacha.ts'
import { sumOf, totalsOf } from '../nacha/totals.ts'
import { writeNacha } from '../nacha/write-nacha.ts'

const REWRITE = { rewrite: { type: 'boolean', default: false } } as const

/**
 * Reads a NACHA file, by name or from standard input, and prints a summary; with `--rewrite` it prints the file
 * itself, lines and blocks padded. Throws with every problem and its line number when the file is invalid.
 */
export async function checkBankFile(args: string[], print: (line: string) => void): Promise<void> {
  const { values, positionals } = parseArgs({ args, options: REWRITE, allowPositionals: true })
  const [path, ...rest] = positionals
  if (rest.length > 0) throw new Error('check-bank-file takes the name of one file, or none to read standard input')
  const reading = readNacha(path === undefined ? await text(process.stdin) : await readFile(path, 'utf8'))
  if ('problems' in reading) {
    throw new Error(reading.problems.map(({ line, says }) => `line ${line}: ${says}`).join('\n'))
  }
  if (values.rewrite) return print(writeNacha(reading.file).trimEnd())
  summarize(reading.file, print)
}

function summarize({ header, batches }: NachaFile, print: (line: string) => void): void {
  print(`file ${header.modifier} of ${header.created_date} from ${header.origin_name} to ${header.destination_name}`)
  for (const batch of batches) {
    const { number, sec, company_name, entry_description } = batch.header
    const { debits, credits } = totalsOf(batch)
    print(
      `batch ${number} ${sec} ${company_name} ${entry_description}: ${batch.entries.length} entries, debits ${formatMoney(debits)}, credits ${formatMoney(credits)}`,
    )
  }
  const { debits, credits } = sumOf(batches.map(totalsOf))
  print(`the file is right: ${batches.length} batches, debits ${formatMoney(debits)}, credits ${formatMoney(credits)}`)
}

import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { formatMoney } from '../lib/money.ts'
import { readNacha } from '../nacha/read-nacha.ts'
import { sumOf, totalsOf } from '../nacha/totals.ts'

/** Reads a bank file, named or from standard input, and prints what it holds. Throws with every problem, each with its line, when it is not right. */
export async function checkBankFile(args: string[], print: (line: string) => void): Promise<void> {
  const [path, ...rest] = args
  if (rest.length > 0) throw new Error('check-bank-file takes the name of one file, or none to read standard input')
  const reading = readNacha(path === undefined ? await text(process.stdin) : await readFile(path, 'utf8'))
  if ('problems' in reading) {
    throw new Error(reading.problems.map(({ line, says }) => `line ${line}: ${says}`).join('\n'))
  }
  const { header, batches } = reading.file
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

import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { insertJobs } from '../db/jobs.ts'
import { bankDate, previousBankingDay } from '../lib/banking-day.ts'
import { newId } from '../lib/id.ts'
import { momentInWords } from '../lib/local-date.ts'
import { formatMoney } from '../lib/money.ts'
import type { NachaFile } from '../nacha/model.ts'
import { readNacha } from '../nacha/read-nacha.ts'
import { sumOf, totalsOf } from '../nacha/totals.ts'
import { writeNacha } from '../nacha/write-nacha.ts'
import { deliverTask } from '../payments/bank/deliver.ts'
import { answerTask } from '../payments/bank/work.ts'
import type { Operator } from './operator.ts'

const USE = 'use: bank-files [accept <name> | again <name> | refuse <name> [reason] | reviewed <item> <note>]'

/**
 * `bank-files` lists; `bank-files accept|refuse|again <name>` records what the bank reported by other means than a
 * file; `bank-files reviewed <item> <note>` closes an item that matched nothing, once a person has seen to it.
 */
export function bankFiles(args: string[]): (operator: Operator) => Promise<void> {
  const [verb, name, ...reason] = args
  if (verb === undefined) return list
  if (name === undefined) throw new Error(USE)
  if (verb === 'again') return operator => again(operator, name)
  if (verb === 'reviewed' && reason.length > 0) return operator => review(operator, name, reason.join(' '))
  if (verb === 'accept' || verb === 'refuse') return operator => answer(operator, verb, name, reason.join(' '))
  throw new Error(USE)
}

interface Listed {
  name: string
  state: string
  entry_count: number
  debit_amount: number
  credit_amount: number
  created_ts: number
  refusal: string | null
}

/** Number of recent files to list; older ones without an acknowledgement are listed too. */
const LATEST = 20

async function list({ db, clock, print }: Operator): Promise<void> {
  const [waiting] = await db.query<{ payments: number; next: number | null }>(
    'select count(*) as payments, min(originate_ts) as next from transaction where originate_ts is not null',
  )
  const next = waiting!.next ? `, the first at ${momentInWords(waiting!.next, 'America/New_York')}` : ''
  print(`${waiting!.payments} payments wait for a file${next}`)
  const files = await db.query<Listed>(
    `select name, state, entry_count, debit_amount, credit_amount, created_ts, refusal from ach_file
      where state in ('built', 'staged', 'delivered') or id in (select id from ach_file order by created_ts desc limit ${LATEST})
      order by created_ts, name`,
  )
  const late = previousBankingDay(bankDate(clock.seconds()))
  for (const file of files) {
    const isLate =
      OPEN.includes(file.state) && Temporal.PlainDate.compare(bankDate(file.created_ts), late) <= 0
        ? '  UNANSWERED'
        : ''
    const amounts = `debits ${formatMoney(BigInt(file.debit_amount))}, credits ${formatMoney(BigInt(file.credit_amount))}`
    const why = file.refusal ? `: ${file.refusal}` : ''
    print(`${file.name}  ${file.state}${why}  ${file.entry_count} entries, ${amounts}${isLate}`)
  }
  const items = await db.query<{
    id: string
    code: string
    original_trace: string
    amount: number
    file_name: string
    note: string
  }>(
    `select id, code, original_trace, amount, file_name, note from ach_item where state = 'unmatched' order by created_ts, id`,
  )
  for (const { id, code, original_trace, amount, file_name, note } of items)
    print(
      `LOOK AT ${code || 'an entry'} of trace ${original_trace || '?'}, ${formatMoney(BigInt(amount))}, in ${file_name}: ${note}; then bank-files reviewed ${id} <note>`,
    )
}

/** Closes an item that matched nothing: the line of the bank stays, with what a person has made of it. */
async function review({ db, print }: Operator, id: string, said: string): Promise<void> {
  const text = `update ach_item set state = 'reviewed', note = left(concat_ws('; ', note, $2::text), 255) where id = $1 and state = 'unmatched'`
  if ((await db.run(text, [id, said])) === 0) throw new Error(`no item ${id} waits for a person`)
  print(`${id} is reviewed`)
}

const OPEN: readonly string[] = ['built', 'staged', 'delivered']

const DELIVER_AGAIN = insertJobs(
  `select $2, '${deliverTask.name}', jsonb_build_object('ach_file_id', id), '${deliverTask.name}:' || id, $3, root_id, $3 from file`,
  'true',
)

/** Delivers a file once more that the bank says it has not received. */
async function again({ db, clock, print }: Operator, name: string): Promise<void> {
  const seconds = clock.seconds()
  const laid = await db.run(
    `with file as (
       update ach_file set state = 'built', delivered_ts = null where name = $1 and state in ('built', 'staged', 'delivered') returning id, root_id)
     ${DELIVER_AGAIN}`,
    [name, newId(clock.now()), seconds],
  )
  if (laid === 0) throw new Error(`no file ${name} waits for an answer`)
  print(`${name} is laid down again`)
}

async function answer(
  { db, clock, print }: Operator,
  verb: 'accept' | 'refuse',
  name: string,
  reason: string,
): Promise<void> {
  const seconds = clock.seconds()
  const status = verb === 'accept' ? 'accepted' : 'refused'
  const payload = JSON.stringify({ file: name, status, reason: reason || 'told by an operator', entries: [] })
  const noted = await db.run(
    insertJobs(
      `select $2, '${answerTask.name}', $3, '${answerTask.name}:' || id, $4, root_id, $4
         from ach_file where name = $1 and state in ('staged', 'delivered')`,
    ),
    [name, newId(clock.now()), payload, seconds],
  )
  if (noted === 0) throw new Error(`no file ${name} waits for an answer`)
  print(`${name} is ${status} as soon as a worker comes to it`)
}

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

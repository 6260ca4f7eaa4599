import { createReadStream } from 'node:fs'
import { parseArgs } from 'node:util'
import type { Queryable } from '../db/database.ts'
import { insertJobs } from '../db/jobs.ts'
import { bankDate, previousBankingDay } from '../lib/banking-day.ts'
import { counted } from '../lib/counted.ts'
import { textWithin } from '../lib/file-text.ts'
import { newId } from '../lib/id.ts'
import { momentInWords } from '../lib/local-date.ts'
import { formatMoney } from '../lib/money.ts'
import type { NachaFile } from '../nacha/model.ts'
import { scanNacha } from '../nacha/read-nacha.ts'
import { sumOf, totalsOf } from '../nacha/totals.ts'
import { writeNacha } from '../nacha/write-nacha.ts'
import { correctedDataBinding } from '../payments/bank/bank-item.ts'
import { deliverTask } from '../payments/bank/deliver.ts'
import { answerTask } from '../payments/bank/work.ts'
import { LARGEST_FILE, tooLarge } from '../ports/incoming-files.ts'
import { type CommandContext, noteOperator, type Operator } from './operator.ts'

const USE =
  'use: bank-files [accept <name> | again <name> | refuse <name> [reason] | show <item> | reviewed <item> <note>]'

/**
 * `bank-files` lists; `bank-files accept|refuse|again <name>` records what the bank reported by other means than a
 * file; `bank-files show <item>` prints what an unread notice of change says; `bank-files reviewed <item> <note>`
 * closes an item or a file that was set aside, once a person has seen to it.
 */
export function bankFiles(args: string[]): (operator: Operator) => Promise<void> {
  const [verb, name, ...reason] = args
  if (verb === undefined) return list
  if (name === undefined) throw new Error(USE)
  if (verb === 'again') return operator => again(operator, name)
  if (verb === 'show') return operator => show(operator, name)
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
  print(`${counted(waiting!.payments, 'payment waits', 'payments wait')} for a file${next}`)
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
    print(`${file.name}  ${file.state}${why}  ${counted(file.entry_count, 'entry', 'entries')}, ${amounts}${isLate}`)
  }
  await listSetAside(db, print)
  await listItems(db, print)
}

async function listSetAside(db: Queryable, print: Operator['print']): Promise<void> {
  const rows = await db.query<{ id: string; name: string; why: string; created_ts: number }>(
    `select id, name, why, created_ts from ach_set_aside where state = 'open' order by created_ts, id`,
  )
  for (const { id, name, why, created_ts } of rows)
    print(
      `SET ASIDE ${name}, ${momentInWords(created_ts, 'America/New_York')}: ${why}; correct it and put it into incoming/ again, or bank-files reviewed ${id} <note>`,
    )
}

async function listItems(db: Queryable, print: Operator['print']): Promise<void> {
  const items = await db.query<{
    id: string
    code: string
    original_trace: string
    amount: number
    file_name: string
    note: string
    has_data: boolean
  }>(
    `select id, code, original_trace, amount, file_name, note, corrected_data_sealed is not null as has_data
       from ach_item where state = 'unmatched' order by created_ts, id`,
  )
  for (const { id, code, original_trace, amount, file_name, note, has_data } of items)
    print(
      `LOOK AT ${code || 'an entry'} of trace ${original_trace || '?'}, ${formatMoney(BigInt(amount))}, in ${file_name}: ${note}; ${has_data ? `bank-files show ${id}, ` : ''}then bank-files reviewed ${id} <note>`,
    )
}

/** Prints what a notice of change says that could not be read. That an operator saw it is in the audit trail. */
async function show({ db, ring, clock, print }: Operator, id: string): Promise<void> {
  const [item] = await db.query<{ root_id: string; sealed: string }>(
    'select root_id, corrected_data_sealed as sealed from ach_item where id = $1 and corrected_data_sealed is not null',
    [id],
  )
  if (!item) throw new Error(`no item ${id} has data that could not be read`)
  const data = ring.open(item.sealed, correctedDataBinding({ id, root_id: item.root_id }))
  await noteOperator({ db, clock }, 'ach_item', 'revealed', { id })
  print(data)
}

/**
 * Closes an item that matched nothing, or a file that was set aside: its line stays, with the person's note. What an
 * unread notice of change says is erased.
 */
async function review({ db, clock, print }: Operator, id: string, said: string): Promise<void> {
  const note = `note = left(concat_ws('; ', note, $2::text), 255)`
  const changed =
    (await db.run(
      `update ach_item set state = 'reviewed', corrected_data_sealed = null, ${note} where id = $1 and state = 'unmatched'`,
      [id, said],
    )) +
    (await db.run(
      `update ach_set_aside set state = 'reviewed', closed_ts = $3, ${note} where id = $1 and state = 'open'`,
      [id, said, clock.seconds()],
    ))
  if (changed === 0) throw new Error(`no item ${id} waits for a person`)
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
 * itself, lines and blocks padded. Throws with every problem and its line number when the file is invalid, and says
 * whether the gateway applies it nevertheless: it decodes and reads the file as those of the bank's folder.
 */
export function checkBankFile(args: string[]): (context: Pick<CommandContext, 'print'>) => Promise<void> {
  const { values, positionals } = parseArgs({ args, options: REWRITE, allowPositionals: true })
  const [path, ...rest] = positionals
  if (rest.length > 0) throw new Error('check-bank-file takes the name of one file, or none to read standard input')
  return ({ print }) => check(path, values.rewrite ?? false, print)
}

async function check(path: string | undefined, rewrite: boolean, print: (line: string) => void): Promise<void> {
  const text = await textWithin(path === undefined ? process.stdin : createReadStream(path), LARGEST_FILE)
  if (text === null) throw tooLarge(path ?? 'the file')
  const { file, problems } = scanNacha(text)
  if (!file || problems.length > 0) {
    const verdict = file
      ? 'none of this is wrong in counts or sums: from the bank, the gateway applies it'
      : 'from the bank, the gateway sets this file aside and applies nothing of it'
    throw new Error([...problems.map(({ line, says }) => `line ${line}: ${says}`), verdict].join('\n'))
  }
  if (rewrite) return print(writeNacha(file).trimEnd())
  summarize(file, print)
}

function summarize({ header, batches }: NachaFile, print: (line: string) => void): void {
  print(`file ${header.modifier} of ${header.created_date} from ${header.origin_name} to ${header.destination_name}`)
  for (const batch of batches) {
    const { number, sec, company_name, entry_description } = batch.header
    const { debits, credits } = totalsOf(batch)
    print(
      `batch ${number} ${sec} ${company_name} ${entry_description}: ${counted(batch.entries.length, 'entry', 'entries')}, debits ${formatMoney(debits)}, credits ${formatMoney(credits)}`,
    )
  }
  const { debits, credits } = sumOf(batches.map(totalsOf))
  print(
    `the file is right: ${counted(batches.length, 'batch', 'batches')}, debits ${formatMoney(debits)}, credits ${formatMoney(credits)}`,
  )
}

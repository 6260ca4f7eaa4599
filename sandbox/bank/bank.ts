import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DueScan } from '../../src/jobs/due-scan.ts'
import { bankMoment } from '../../src/lib/banking-day.ts'
import { minorNumber } from '../../src/lib/money.ts'
import type { Batch, NachaFile } from '../../src/nacha/model.ts'
import { readNacha } from '../../src/nacha/read-nacha.ts'
import { transactionCode } from '../../src/nacha/transaction-codes.ts'
import { type BankEntry, type BankFile, BankLedger } from './bank-ledger.ts'
import { changesFile, returnsFile } from './returned-files.ts'
import { behaviourOf } from './triggers.ts'

/** Seconds between receiving and acknowledging a file. */
const ANSWER_SECONDS = 1_800
/** Entries are returned in the afternoon of their settlement date. */
const SENDS_BACK = '16:00'
const LATE_DAYS = 45

/**
 * A bank that acknowledges every file, pays entries, and returns those whose account numbers ask for it
 * (`triggers.ts`). It uses the same folder as a real bank and keeps its own ledger, so that the two can be compared.
 */
export class Bank {
  readonly #folder: string
  readonly #path: string
  #book: BankLedger | null = null

  constructor(folder: string) {
    this.#folder = folder
    this.#path = join(folder, 'book.sqlite')
  }

  get book(): BankLedger {
    if (!this.#book) {
      for (const part of ['outgoing', 'incoming', 'taken'])
        mkdirSync(join(this.#folder, part), { recursive: true, mode: 0o700 })
      this.#book = new BankLedger(this.#path)
    }
    return this.#book
  }

  /** The bank's work is a due scan, so it follows the sandbox's clock. */
  get due(): DueScan {
    return {
      name: 'the sandbox bank',
      next: async () => (this.#given().length > 0 ? 0 : this.#next()),
      enqueue: async seconds => this.act(seconds),
    }
  }

  /** Collects files, acknowledges and returns what is due. Returns how much was done. */
  act(seconds: number): number {
    return this.book.alone(() => {
      const taken = this.#given().map(name => this.#take(name, seconds)).length
      const answered = this.book.unanswered(seconds).map(file => this.#answer(file)).length
      return taken + answered + this.#sendBack(seconds)
    })
  }

  close(): void {
    this.#book?.close()
    this.#book = null
  }

  /** Most sandboxes never send a file to the bank: where no process has made a ledger yet, none is opened. */
  #next(): number | null {
    return this.#book || existsSync(this.#path) ? this.book.next() : null
  }

  #given(): string[] {
    const folder = join(this.#folder, 'outgoing')
    if (!existsSync(folder)) return []
    return readdirSync(folder, { withFileTypes: true })
      .filter(entry => entry.isFile() && entry.name.endsWith('.ach'))
      .map(({ name }) => name)
      .toSorted()
  }

  /** Stored in the ledger before it is removed, so that an interrupted run finds the file again. */
  #take(name: string, seconds: number): void {
    const path = join(this.#folder, 'outgoing', name)
    const text = readFileSync(path, 'latin1')
    const sha256 = createHash('sha256').update(text).digest('hex')
    if (!this.book.file(name)) {
      const reading = readNacha(text)
      const twin = this.book.twin(sha256)
      const reason = 'problems' in reading ? `line ${reading.problems[0]?.line}: ${reading.problems[0]?.says}` : ''
      const file = { name, received_ts: seconds, sha256, answer_ts: seconds + ANSWER_SECONDS }
      this.book.write('file', { ...file, state: 'taken', reason: twin ? `the same file as ${twin.name}` : reason })
      if ('file' in reading && !twin)
        for (const entry of this.#entriesOf(name, reading.file)) this.book.write('entry', entry)
    }
    renameSync(path, join(this.#folder, 'taken', name))
  }

  #entriesOf(file: string, { batches }: NachaFile): BankEntry[] {
    const each = batches.flatMap(batch => batch.entries.map(entry => ({ batch, entry })))
    return each.map(({ batch, entry }, place) => {
      const direction = transactionCode(entry.transaction_code)?.flow ?? 'debit'
      const { sec, company_id, company_name, entry_description, effective_date, odfi } = batch.header
      const read = {
        file,
        place,
        sec,
        company_id,
        company_name,
        odfi,
        direction,
        description: entry_description,
        effective_date: effective_date ?? '',
        trace: entry.trace,
        transaction_code: entry.transaction_code,
        routing: entry.routing,
        account: entry.account,
        amount: minorNumber(entry.amount),
        individual_id: entry.individual_id,
        name: entry.name,
        discretionary: entry.discretionary,
        state: 'taken' as const,
      }
      return { ...read, ...this.#fate(read, batch) }
    })
  }

  #fate(
    entry: Pick<BankEntry, 'account' | 'routing' | 'amount' | 'individual_id'>,
    { header }: Batch,
  ): Pick<BankEntry, 'code' | 'act_ts'> {
    const will = behaviourOf(entry.account)
    const day = Temporal.PlainDate.from(header.effective_date ?? '2000-01-01')
    if (will.does === 'correct') return { code: will.code, act_ts: bankMoment(day, SENDS_BACK) }
    if (will.does !== 'return' || this.book.returnsOf(entry) >= will.times) return { code: '', act_ts: null }
    return { code: will.code, act_ts: bankMoment(will.late ? day.add({ days: LATE_DAYS }) : day, SENDS_BACK) }
  }

  #answer(file: BankFile): void {
    const entries = this.book.entries(file.name)
    const refuses = entries.find(
      entry =>
        behaviourOf(entry.account).does === 'refuse' &&
        this.book.firstRefusal(`${entry.account} ${entry.individual_id}`),
    )
    const reason = file.reason || (refuses ? 'the file is refused because of one of its accounts, this once' : '')
    const rejected = entries.flatMap(entry => {
      const will = behaviourOf(entry.account)
      if (reason !== '' || will.does !== 'reject') return []
      return { entry, trace: entry.trace, reason_code_id: will.reason_code_id, reason: 'REJECTED BY THE BANK' }
    })
    const rejections = rejected.map(({ entry: _entry, ...said }) => said)
    const status = reason === '' ? 'accepted' : 'refused'
    this.#lay(`${file.name}.answer.json`, JSON.stringify({ file: file.name, status, reason, entries: rejections }))
    this.book.answered(file.name, status, reason)
    for (const entry of entries) {
      const no = reason !== '' ? 'file' : rejected.find(each => each.entry === entry)?.reason_code_id
      this.book.moved(entry, no === undefined ? 'accepted' : 'rejected', no === undefined ? entry.code : String(no))
    }
  }

  /** Writes one file of returns and one of corrections per received file and moment. */
  #sendBack(seconds: number): number {
    const due = this.book.due(seconds)
    const groups = Map.groupBy(due, entry => `${entry.code[0]} ${entry.act_ts} ${entry.file}`)
    for (const entries of groups.values()) {
      const [first] = entries
      const is_return = first!.code.startsWith('R')
      const text = (is_return ? returnsFile : changesFile)(entries, first!.act_ts!)
      this.#lay(`${is_return ? 'return' : 'change'}-${first!.act_ts}-${first!.file}`, text)
      for (const entry of entries) this.book.moved(entry, is_return ? 'returned' : 'corrected', entry.code)
    }
    return due.length
  }

  /** The file appears to the gateway once it is complete. */
  #lay(name: string, text: string): void {
    const draft = join(this.#folder, 'incoming', `.${name}`)
    writeFileSync(draft, text, { mode: 0o600, flush: true })
    renameSync(draft, join(this.#folder, 'incoming', name))
  }
}

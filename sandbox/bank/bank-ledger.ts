import { DatabaseSync, type StatementSync } from 'node:sqlite'

/** A file received by the bank. */
export interface BankFile {
  name: string
  received_ts: number
  sha256: string
  state: 'taken' | 'accepted' | 'refused'
  reason: string
  answer_ts: number
}

/** An entry of a received file. */
export interface BankEntry {
  trace: string
  file: string
  place: number
  sec: string
  company_id: string
  company_name: string
  description: string
  effective_date: string
  transaction_code: number
  direction: 'debit' | 'credit'
  routing: string
  account: string
  amount: number
  individual_id: string
  name: string
  discretionary: string
  odfi: string
  state: 'taken' | 'accepted' | 'rejected' | 'returned' | 'corrected'
  /** R10, C01 or a reason of rejection. */
  code: string
  /** When it is returned or corrected; null for an entry that is paid. */
  act_ts: number | null
}

const TABLES = `
create table if not exists file (
  name text primary key, received_ts integer not null, sha256 text not null, state text not null, reason text not null,
  answer_ts integer not null) strict;
create table if not exists entry (
  trace text not null, file text not null references file, place integer not null, sec text not null, company_id text not null,
  company_name text not null, description text not null, effective_date text not null, transaction_code integer not null,
  direction text not null, routing text not null, account text not null, amount integer not null, individual_id text not null,
  name text not null, discretionary text not null, odfi text not null, state text not null, code text not null, act_ts integer,
  primary key (file, place)) strict;
create index if not exists entry_due on entry (act_ts) where act_ts is not null and state = 'accepted';
create table if not exists refused (account text primary key) strict;`

const NEXT = `
select min(moment) as moment from (
  select min(answer_ts) as moment from file where state = 'taken'
  union all select min(act_ts) from entry where state = 'accepted')`

const BUSY_MS = 5_000

/** The bank's ledger in its own SQLite file; several processes may open it. */
export class BankLedger {
  readonly #database: DatabaseSync
  readonly #next: StatementSync

  constructor(path: string) {
    this.#database = new DatabaseSync(path, { timeout: BUSY_MS })
    // Not in WAL mode: switching a new file to it reads first and writes then, which SQLite refuses at once, without
    // waiting, when another process opens the file at the same moment.
    this.#database.exec('pragma synchronous = full')
    this.alone(() => this.#database.exec(TABLES))
    this.#next = this.#database.prepare(NEXT)
  }

  /** Runs `work` in an exclusive transaction. */
  alone<T>(work: () => T): T {
    this.#database.exec('begin immediate')
    try {
      const result = work()
      this.#database.exec('commit')
      return result
    } catch (error) {
      this.#database.exec('rollback')
      throw error
    }
  }

  file(name: string): BankFile | null {
    return (this.#database.prepare('select * from file where name = ?').get(name) as BankFile | undefined) ?? null
  }

  twin(sha256: string): BankFile | null {
    return (this.#database.prepare('select * from file where sha256 = ?').get(sha256) as BankFile | undefined) ?? null
  }

  files(): BankFile[] {
    return this.#database.prepare('select * from file order by received_ts, name').all() as unknown as BankFile[]
  }

  entries(file?: string): BankEntry[] {
    const [where, values] = file === undefined ? ['', []] : ['where file = ?', [file]]
    return this.#database
      .prepare(`select * from entry ${where} order by file, place`)
      .all(...values) as unknown as BankEntry[]
  }

  unanswered(seconds: number): BankFile[] {
    return this.#database
      .prepare(`select * from file where state = 'taken' and answer_ts <= ? order by answer_ts, name`)
      .all(seconds) as unknown as BankFile[]
  }

  due(seconds: number): BankEntry[] {
    return this.#database
      .prepare(`select * from entry where state = 'accepted' and act_ts <= ? order by act_ts, file, place`)
      .all(seconds) as unknown as BankEntry[]
  }

  /** Returns the earliest moment at which the bank has something to do. */
  next(): number | null {
    return (this.#next.get() as { moment: number | null }).moment
  }

  /** Returns how often entries of this account and amount were returned before. */
  returnsOf(entry: Pick<BankEntry, 'account' | 'routing' | 'amount' | 'individual_id'>): number {
    const row = this.#database
      .prepare(
        `select count(*) as times from entry
          where state = 'returned' and account = ? and routing = ? and amount = ? and individual_id = ?`,
      )
      .get(entry.account, entry.routing, entry.amount, entry.individual_id) as { times: number }
    return row.times
  }

  /** Returns true the first time. */
  firstRefusal(account: string): boolean {
    return this.#database.prepare('insert into refused values (?) on conflict do nothing').run(account).changes === 1
  }

  write(table: 'file' | 'entry', row: object): void {
    const names = Object.keys(row)
    const marks = names.map(() => '?').join(', ')
    this.#database
      .prepare(`insert into ${table} (${names.join(', ')}) values (${marks})`)
      .run(...(Object.values(row) as (string | number | null)[]))
  }

  answered(name: string, state: BankFile['state'], reason: string): void {
    this.#database.prepare('update file set state = ?, reason = ? where name = ?').run(state, reason, name)
  }

  moved({ file, place }: BankEntry, state: BankEntry['state'], code: string): void {
    this.#database
      .prepare('update entry set state = ?, code = ? where file = ? and place = ?')
      .run(state, code, file, place)
  }

  close(): void {
    this.#database.close()
  }
}

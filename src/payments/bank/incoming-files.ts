import { ROOTLESS } from '../../events/record-events.ts'
import { type DueScanDefinition, dueScan } from '../../jobs/declare/due-scan.ts'
import { defineTask } from '../../jobs/declare/task.ts'
import { minorNumber } from '../../lib/money.ts'
import { truncate } from '../../lib/truncate.ts'
import type { ChangeAddenda, Entry, ReturnAddenda } from '../../nacha/model.ts'
import { scanNacha } from '../../nacha/read-nacha.ts'
import { UnreadableFile } from '../../ports/incoming-files.ts'
import type { Odfi } from '../../ports/odfi.ts'
import { namedEntry, recordReturn } from '../reconciliation/record-return.ts'
import { type Acknowledgement, acknowledge } from './acknowledgement.ts'
import { applyReturn } from './apply-return.ts'
import { type BankContext, bankActor } from './bank-context.ts'
import { type BankItem, insertItem, originalEntry } from './bank-item.ts'
import { applyNotificationOfChange } from './notification-of-change.ts'
import { reasonOf } from './return-codes.ts'
import { archive, setAside } from './set-aside.ts'

export const incomingTask = defineTask<object>('ach.take-in')

/** Files that the bank has put into its folder. Scans as often as other due work, so it is for local folders. */
export function incomingFilesDue(odfi: Odfi): DueScanDefinition {
  return dueScan({
    name: 'files of the bank',
    task: incomingTask,
    next: async () => ((await odfi.incoming()).length > 0 ? 0 : null),
  })
}

/** Reads every incoming file. One that cannot be applied is set aside for a person, and the others are processed. */
export async function processIncomingFiles(bank: BankContext): Promise<void> {
  const failures: unknown[] = []
  for (const name of await bank.odfi.incoming()) {
    try {
      const problem = await processFile(bank, name)
      if (problem === null) await archive(bank, name)
      else await setAside(bank, name, problem)
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
}

/** SQLSTATE class 22: what was read fits no column, however often it is read. A failing job delays all files. */
async function isStorable(work: Promise<unknown>): Promise<boolean> {
  try {
    await work
    return true
  } catch (error) {
    if (/^22/.test(String((error as { code?: unknown }).code))) return false
    throw error
  }
}

/**
 * Applies a file. Returns why it cannot be applied, else null: only wrong counts and sums and missing records stop a
 * file. Whatever else is odd about it, an entry is applied when its trace number, bank and amount are those of an entry
 * of ours, and listed when they are not.
 */
async function processFile(bank: BankContext, name: string): Promise<string | null> {
  const text = await readText(bank, name)
  if (text instanceof UnreadableFile) return text.message
  const answer = acknowledgementOf(text)
  if (answer) {
    let known = true
    const fits = await isStorable(acknowledge(bank, answer).then(found => (known = found)))
    if (!fits) return 'its text does not fit the database'
    return known ? null : `it answers for the file ${answer.file}, which was never sent`
  }
  const { file, problems } = scanNacha(text)
  const [first] = file ? problems : problems.filter(({ blocks }) => blocks)
  if (!file) return `line ${first?.line}: ${first?.says}`
  // The text of the line is not logged: it may hold an account number.
  if (first)
    bank.log.warn(
      { file: name, line: first.line, says: first.says, problems: problems.length },
      'a file of the bank is applied although something about it is odd',
    )
  const entries = file.batches.flatMap(batch => batch.entries)
  let odd = 0
  for (const entry of entries) if (!(await isStorable(processEntry(bank, name, entry)))) odd += 1
  return odd === 0 ? null : `${odd} of its ${entries.length} entries do not fit the database; the others are applied`
}

async function readText({ odfi }: BankContext, name: string): Promise<string | UnreadableFile> {
  try {
    return await odfi.read(name)
  } catch (error) {
    if (error instanceof UnreadableFile) return error
    throw error
  }
}

/** Applies a return or a notification of change. One without a matching entry is stored for a person. */
async function processEntry(bank: BankContext, file_name: string, entry: Entry): Promise<void> {
  const addenda = entry.addenda.find(({ type }) => type === '98' || type === '99') as
    | ChangeAddenda
    | ReturnAddenda
    | undefined
  const item: BankItem = {
    kind: addenda?.type === '98' ? 'change' : 'return',
    code: addenda?.code ?? '',
    original_trace: addenda?.original_trace ?? '',
    trace_number: entry.trace,
    rdfi_id: addenda?.original_rdfi ?? entry.routing.slice(0, 8),
    amount: minorNumber(entry.amount),
    file_name,
  }
  const original = addenda && reasonOf(item.code) !== null ? await originalEntry(bank, item) : null
  if (!original) return insertUnmatched(bank, item)
  if (addenda!.type === '98') await applyNotificationOfChange(bank, item, original, addenda!.corrected_data)
  else await applyReturn(bank, item, original)
}

async function insertUnmatched(bank: BankContext, item: BankItem): Promise<void> {
  const note = item.code === '' ? 'neither a return nor a change' : 'no entry of ours has this number, bank and amount'
  const named = await namedEntry(bank.db, item)
  const isNew = await bank.store.transaction(bankActor(named?.root_id ?? ROOTLESS), async work => {
    if (!(await insertItem(bank, work, item, { entry: null, state: 'unmatched', note }))) return false
    await recordReturn(work, item, named, bank.clock.seconds())
    return true
  })
  if (!isNew) return
  bank.log.error(
    { file: item.file_name, code: item.code, original_trace: item.original_trace },
    'the bank sends back what was never sent; a person has to look',
  )
}

const LONGEST_TEXT = 512

/**
 * Parses `{"file", "status", "reason", "entries": [{"trace", "reason", "reason_code_id"}]}`; null for anything else.
 */
function acknowledgementOf(text: string): Acknowledgement | null {
  if (!text.trimStart().startsWith('{')) return null
  try {
    const { file, status, reason = '', entries = [] } = JSON.parse(text) as Partial<Acknowledgement>
    if (typeof file !== 'string' || (status !== 'accepted' && status !== 'refused')) return null
    if (!Array.isArray(entries)) return null
    const known = entries.map(entry => ({
      trace: truncate(String(entry.trace), LONGEST_TEXT),
      reason: truncate(String(entry.reason ?? ''), LONGEST_TEXT),
      reason_code_id: /^[1-9]\d{3}$/.test(String(entry.reason_code_id)) ? Number(entry.reason_code_id) : 1599,
    }))
    return { file, status, reason: truncate(String(reason), LONGEST_TEXT), entries: known }
  } catch {
    return null
  }
}

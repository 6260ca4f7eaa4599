import { createHash } from 'node:crypto'
import { access, mkdir, open, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { csvRow } from '../../src/lib/csv.ts'
import { formatMoney } from '../../src/lib/money.ts'
import type { UnknownOrder } from '../../src/ports/processor.ts'
import type { OfAccount } from './record.ts'

/** An order in a settled batch. */
export interface SettledLine {
  /** The order's. */
  reference: string
  kind: 'sale' | 'refund'
  /** First six and last four digits; null when no number is known. */
  account: string | null
  auth_code: string | null
  /** Minor units as text; refunds are negative. */
  amount: string
}

/** The decision about a batch: a line of the journal of settlements. */
export interface Settlement extends OfAccount {
  reference: string
  result: 'settled' | 'error'
  message: string
  /** Unix seconds. */
  ts: number
  /** Empty for a rejected batch. */
  lines: readonly SettledLine[]
  /** The order whose amount made this close fail, which happens once. */
  failed_once: string | null
  /** Orders that are unknown here, or cannot be settled; the others are. */
  unknown_orders: readonly UnknownOrder[]
}

export function writeSettlement(settlement: Settlement): string {
  return `${JSON.stringify(settlement)}\n`
}

/** Parses a line of the journal. Throws on anything else, because damaged settlements must not be guessed. */
export function readSettlement(line: string): Settlement {
  const { reference, result, message, ts, lines, failed_once, processor_account_id = null } = JSON.parse(line)
  const { unknown_orders = [] } = JSON.parse(line) as Partial<Settlement>
  if (typeof reference !== 'string' || !Array.isArray(lines)) throw new Error('not a settlement')
  return { reference, result, message, ts, lines, failed_once, unknown_orders, processor_account_id }
}

/**
 * Returns the same name for the same settlement. A reference that could be a path, or is too long, is replaced by its
 * digest.
 */
export function fileNameOf({ reference, ts }: Pick<Settlement, 'reference' | 'ts'>): string {
  const plain = /^[A-Za-z0-9_-]{1,64}$/.test(reference) ? reference : digest(reference).slice(0, 24)
  return `SIM-${dayOf(ts)}-${plain}.csv`
}

export function netOf(lines: readonly SettledLine[]): bigint {
  return lines.reduce((sum, { amount }) => sum + BigInt(amount), 0n)
}

const HEADER = ['record', 'number', 'reference', 'kind', 'account', 'auth_code', 'amount']

/**
 * Returns the processor's file of a batch: a header (H), one detail (D) per order, and a trailer (T) with their
 * number, the net amount and the SHA-256 of everything above it. Amounts have two decimals; refunds are negative.
 */
function settlementFile(settlement: Settlement): string {
  const { reference, lines, ts } = settlement
  const made = Temporal.Instant.fromEpochMilliseconds(ts * 1000).toString()
  const details = lines.map((line, index) => {
    const { account, auth_code, amount } = line
    return csvRow(['D', String(index + 1), line.reference, line.kind, account ?? '', auth_code ?? '', money(amount)])
  })
  const above = [csvRow(HEADER), csvRow(['H', '0', reference, 'settlement', '', made, '']), ...details].join('')
  return above + csvRow(['T', String(lines.length), reference, 'net', digest(above), '', money(netOf(lines))])
}

function money(amount: bigint | string): string {
  return formatMoney(BigInt(amount))
}

function dayOf(seconds: number): string {
  return Temporal.Instant.fromEpochMilliseconds(seconds * 1000)
    .toString()
    .slice(0, 10)
    .replaceAll('-', '')
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** The folder of the processor's settlement files. */
export interface SettlementFiles {
  /** Writes the file of a settlement durably; an existing one stays unchanged. */
  write(settlement: Settlement): Promise<void>
  /** Returns a file by its name; null when there is none. */
  read(name: string): Promise<string | null>
}

/** A name that cannot lead out of the folder. */
const NAME = /^SIM-[0-9]{8}-[A-Za-z0-9_-]{1,64}\.csv$/

/** Opens the folder, mode 0700. A file appears complete or not at all. */
export async function settlementFiles(folder: string): Promise<SettlementFiles> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const read = (name: string): Promise<string | null> =>
    readFile(join(folder, name), 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null
      throw error
    })
  return {
    async write(settlement) {
      const name = fileNameOf(settlement)
      const path = join(folder, name)
      const is_there = await access(path).then(
        () => true,
        () => false,
      )
      if (is_there) return
      await writeFile(`${path}.part`, settlementFile(settlement), { mode: 0o600, flush: true })
      await rename(`${path}.part`, path)
      await sync(folder)
    },
    read: async name => (NAME.test(name) ? read(name) : null),
  }
}

async function sync(path: string): Promise<void> {
  const folder = await open(path, 'r')
  await folder.sync()
  await folder.close()
}

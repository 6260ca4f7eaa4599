import type { RequestParts } from '../../src/adapters/terminals/pax/layouts.ts'
import { encodeResponse } from '../../src/adapters/terminals/pax/wire.ts'
import { outcomeFields } from './charge.ts'
import type { DeviceRun } from './device-run.ts'
import type { Entry } from './journal.ts'
import { HOST_SILENT, NOT_FOUND, Stopped } from './presented-card.ts'
import { reportResponse } from './responses.ts'

/** Returns the latest entry that matches. One of unknown outcome is resolved at the acquirer first. */
export async function report(run: DeviceRun, request_parts: RequestParts<'R02'>): Promise<Buffer> {
  const entries = run.journal.entries(run.device_id)
  const found = entries.findLast(entry => fits(entry, request_parts))
  const entry = found && (await settled(run, found))
  if (!entry || entry.state === 'none') throw new Stopped(NOT_FOUND, 'NOT FOUND')
  return reportResponse(entry, 1)
}

function fits(entry: Entry, { ecr_ref, terminal_ref, auth_code, record_no }: RequestParts<'R02'>): boolean {
  if (!ecr_ref && !terminal_ref && !auth_code && !record_no) return true
  return (
    (!ecr_ref || entry.ecr_ref === ecr_ref) &&
    (!terminal_ref || String(entry.no) === terminal_ref) &&
    (!auth_code || entry.auth_code === auth_code) &&
    (!record_no || entry.no - 1 === Number(record_no))
  )
}

/** Resolves an entry left open by a crash. */
export async function settled({ journal, host }: Pick<DeviceRun, 'journal' | 'host'>, entry: Entry): Promise<Entry> {
  if (entry.state !== 'begun') return entry
  try {
    const outcome = await host.pollOrder({ reference: entry.reference, action: 'sale', amount: BigInt(entry.amount) })
    return await journal.change(entry, outcome ? outcomeFields(outcome) : { state: 'none' })
  } catch {
    throw new Stopped(HOST_SILENT, 'HOST DOES NOT ANSWER')
  }
}

/** Closes the batch. Refunds are subtracted from the amount. */
export async function closeBatch({ journal, device_id, clock, setup }: DeviceRun): Promise<Buffer> {
  const entries = journal.entries(device_id)
  const open = entries.filter(entry => entry.batch_no === 0 && entry.state === 'approved')
  const counted = open.filter(entry => ['01', '02', '05'].includes(entry.type) || isCaptured(entry, entries))
  const paid = counted.filter(({ voided }) => !voided)
  const batch_no = Math.max(0, ...entries.map(entry => entry.batch_no)) + 1
  for (const entry of open) await journal.change(entry, { batch_no })
  const amount = paid.reduce((sum, entry) => sum + (entry.type === '02' ? -entry.approved : entry.approved), 0)
  const stamp = Temporal.Instant.fromEpochMilliseconds(clock.seconds() * 1000).toString({ smallestUnit: 'second' })
  return encodeResponse({
    command: 'B01',
    result: '000000',
    message: 'OK',
    parts: {
      host: { code: '00', message: 'BATCH CLOSED', host_ref: `B${batch_no}`, batch_no: String(batch_no) },
      counts: String(paid.length),
      amounts: String(amount),
      timestamp: stamp.replaceAll(/\D/g, ''),
      tid: setup.serial_number,
    },
  })
}

/** An authorisation counts once it is captured; the capture itself does not count. */
function isCaptured(entry: Entry, entries: readonly Entry[]): boolean {
  return (
    entry.type === '03' &&
    entries.some(each => each.type === '04' && each.original_no === entry.no && each.state === 'approved')
  )
}

import { type FileHandle, open, readFile, truncate } from 'node:fs/promises'

/** A device's record of one request. Amounts are minor units. */
export interface Entry {
  /** The terminal's id. */
  device_id: string
  /** The device's own number, from 1. */
  no: number
  /** Its reference at the processor. */
  reference: string
  /** The number in the request. */
  ecr_ref: string
  invoice: string
  /** The type in the protocol: 01 sale, 02 return, … */
  type: string
  /** The whole requested amount, tip included. */
  amount: number
  tip: number
  tax: number
  /** `begun`: submitted to the processor, without an outcome yet. `none`: the processor never received it. */
  state: 'begun' | 'approved' | 'declined' | 'none'
  approved: number
  code: string
  message: string
  auth_code: string
  host_ref: string
  avs: string
  avs_enhanced: string
  cvv: string
  card: EntryCard | null
  /** EMV data. */
  tags: Readonly<Record<string, string>>
  /** The entry it acts on. */
  original_no: number | null
  voided: boolean
  /** The batch it was closed in; 0 while that is open. */
  batch_no: number
  /** Unix seconds. */
  ts: number
}

/** Enough of a card to recognise it, too little to use it. */
export interface EntryCard {
  first_six: string
  last_four: string
  brand: string
  entry_mode: 'K' | 'S' | 'P' | 'C'
  holder: string
  is_debit: boolean
}

export interface Journal {
  entries(device_id: string): readonly Entry[]
  /** Appends an entry with the device's next number. Resolves when it is on disk. */
  begin(entry: Omit<Entry, 'no'>): Promise<Entry>
  /** Stores the outcome of an entry. */
  change(entry: Entry, set: Partial<Entry>): Promise<Entry>
  close(): Promise<void>
}

/**
 * Opens the devices' journal: JSON lines, mode 0600; the last line of an entry counts. A torn last line was never
 * acknowledged and is cut off.
 */
export async function openJournal(path: string): Promise<Journal> {
  const file = await open(path, 'a', 0o600)
  const entries = await recover(path, file)
  const of = (device_id: string): Entry[] => {
    const known = entries.get(device_id) ?? []
    entries.set(device_id, known)
    return known
  }
  // Serialized: a line must be complete before the next begins.
  let writing: Promise<void> = Promise.resolve()
  const write = (entry: Entry): Promise<void> => {
    writing = writing.then(async () => {
      await file.appendFile(`${JSON.stringify(entry)}\n`)
      await file.datasync()
    })
    return writing
  }
  return {
    entries: of,
    async begin(made) {
      const entry = { ...made, no: of(made.device_id).length + 1 }
      of(made.device_id).push(entry)
      await write(entry)
      return entry
    },
    async change({ device_id, no }, set) {
      const changed = { ...of(device_id)[no - 1]!, ...set }
      of(device_id)[no - 1] = changed
      await write(changed)
      return changed
    },
    async close() {
      await writing
      await file.close()
    },
  }
}

async function recover(path: string, file: FileHandle): Promise<Map<string, Entry[]>> {
  const bytes = await readFile(path)
  const whole = bytes.lastIndexOf(0x0a) + 1
  if (whole < bytes.length) await truncate(path, whole)
  await file.datasync()
  const known = new Map<string, Entry[]>()
  for (const line of bytes.toString('utf8', 0, whole).split('\n').slice(0, -1)) {
    const entry = JSON.parse(line) as Entry
    const entries = known.get(entry.device_id) ?? []
    entries[entry.no - 1] = entry
    known.set(entry.device_id, entries)
  }
  return known
}

import { type DiskSpace, spaceWords } from '../db/disk-space.ts'
import type { Raise } from './raise-alert.ts'

interface Parts {
  raise: Raise
  /** The room where the data of the database lies. */
  space(): Promise<Pick<DiskSpace, 'folder' | 'free' | 'is_low'>>
}

/** Warns while the database can still store the warning. Returns how many warnings are new. */
export async function lookAtDisk({ raise, space }: Parts): Promise<number> {
  const found = await space()
  if (!found.is_low) return 0
  const says = `The disk of the database has little room left: ${spaceWords(found)}. Every payment is refused once it is full.`
  return raise([{ root_id: '', matter: 'database_disk_low', subject: '', says }])
}

import type { Row } from '../../definition/resource.ts'
import type { Projection } from '../../definition/store.ts'
import { location } from '../location/location.ts'
import type { quickinvoice } from './quickinvoice.ts'
import { nextReminder, type Reminding, remindersOf } from './reminders.ts'

/**
 * An invoice that changes may have another reminder to give next: its days moved, it was paid, or it can be paid again.
 */
export const quickinvoiceReminders: Projection[] = [
  {
    on: 'quickinvoice',
    verbs: ['updated'],
    when({ row, before }) {
      const told = (each: Reminding) => JSON.stringify(remindersOf(each))
      return before === null || told(before as Reminding) !== told(row as Row<typeof quickinvoice>)
    },
    async fold(work, { row }) {
      const invoice = row as Row<typeof quickinvoice>
      const place = await work.maybe(location, invoice.location_id)
      const reminder_ts = nextReminder(invoice, place?.tz ?? null, invoice.modified_ts)
      await work.query('update quickinvoice set reminder_ts = $2 where id = $1', [invoice.id, reminder_ts])
    },
  },
  {
    // Every reminder to come is at another moment in another zone. The worker finds them at once and looks anew.
    on: 'location',
    verbs: ['updated'],
    async fold(work, { row, before, record_id }) {
      if (before?.tz === row.tz) return
      const text = 'update quickinvoice set reminder_ts = 0 where location_id = $1 and reminder_ts is not null'
      await work.query(text, [record_id])
    },
  },
]

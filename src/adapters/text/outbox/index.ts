import type { Clock } from '../../../ports/clock.ts'
import type { Delivery, Texter } from '../../../ports/mailer.ts'

interface Parts {
  db: { run(text: string, values?: readonly unknown[]): Promise<number> }
  clock: Clock
}

/** Stores texts in `outbox_message`, once per id, instead of sending them; the sandbox shows them. */
export function outboxTexter({ db, clock }: Parts): Texter {
  return {
    async send({ id, to, from, text, reason, location_id }): Promise<Delivery> {
      await db.run(
        `insert into outbox_message (id, kind, recipient, sender, text, attachments, reason, location_id, created_ts)
         values ($1, 'sms', $2, $3, $4, '[]', $5, $6, $7) on conflict (id) do nothing`,
        [id, to, from, text, reason, location_id, clock.seconds()],
      )
      return { result: 'sent', provider_id: null, sender: from.slice(0, 64) }
    },
  }
}

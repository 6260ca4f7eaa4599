import type { Clock } from '../../../ports/clock.ts'
import type { Email, Mailer } from '../../../ports/mailer.ts'

interface Parts {
  db: { run(text: string, values?: readonly unknown[]): Promise<number> }
  clock: Clock
}

/** Shown as the sender of a location that has no address of its own. */
const NOBODY = 'no-reply@tollgate.invalid'

/** E-mail that never leaves: it is kept in `outbox_message`, once per id, where the sandbox shows it. */
export function outboxMailer({ db, clock }: Parts): Mailer {
  return {
    async send(email: Email) {
      const attachments = email.attachments.map(({ filename, content }) => ({ filename, size: content.length }))
      await db.run(
        `insert into outbox_message (id, kind, recipient, sender, reply_to, subject, text, html, attachments, reason, location_id, created_ts)
         values ($1, 'email', $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) on conflict (id) do nothing`,
        [
          email.id,
          email.to,
          email.from ?? NOBODY,
          email.reply_to,
          email.subject,
          email.text,
          email.html,
          JSON.stringify(attachments),
          email.reason,
          email.location_id,
          clock.seconds(),
        ],
      )
    },
  }
}

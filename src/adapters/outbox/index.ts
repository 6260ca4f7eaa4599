import type { Clock } from '../../ports/clock.ts'
import type { Delivery, Email, Mailer, Texter } from '../../ports/mailer.ts'

interface Parts {
  db: { run(text: string, values?: readonly unknown[]): Promise<number> }
  clock: Clock
}

/** Sender of locations without an address of their own. */
const NOBODY = 'no-reply@tollgate.invalid'

/** Test domains: a mailbox that does not exist, and a server that is never ready. Their mails are not stored. */
const GONE = '@bounce.example'
const BUSY = '@busy.example'

/** Stores e-mails in `outbox_message`, once per id, instead of sending them; the sandbox shows them. */
export function outboxMailer({ db, clock }: Parts): Mailer {
  return {
    async send(email: Email): Promise<Delivery> {
      const to = email.to.toLowerCase()
      if (to.endsWith(GONE)) return { result: 'refused', detail: '550 5.1.1 No such mailbox.', unwelcome: true }
      if (to.endsWith(BUSY)) return { result: 'later', detail: '451 4.7.1 Please try again later.' }
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
      return { result: 'sent', provider_id: null, sender: email.from ?? NOBODY }
    },
  }
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

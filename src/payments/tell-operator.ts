import { type Letter, letterHtml, letterText } from '../lib/letter.ts'
import type { Mailer } from '../ports/mailer.ts'

export interface OperatorMail {
  mailer: Mailer
  /** The operator's address; null where nobody is told. */
  to: string | null
}

/** Sends a mail to the operator, once for each id. Throws when it cannot be sent. */
export async function tellOperator(
  { mailer, to }: OperatorMail,
  letter: Letter,
  about: { id: string; reason: string; location_id: string },
): Promise<void> {
  if (to === null) return
  const mail = { from: null, from_name: 'Tollgate', reply_to: null, attachments: [], unsubscribe_url: null }
  const text = { subject: letter.subject, text: letterText(letter), html: letterHtml(letter) }
  const sent = await mailer.send({ to, ...mail, ...text, ...about })
  if (sent.result !== 'sent') throw new Error(`the operator could not be told (${about.reason}): ${sent.detail}`)
}

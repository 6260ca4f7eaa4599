export interface Attachment {
  filename: string
  content_type: string
  content: Buffer
}

export interface Email {
  /** The id of the job that sends it: the same id is the same message, which leaves once however often the job is tried. */
  id: string
  /** One address: every recipient gets a message of its own. */
  to: string
  /** The location's own address for its mails; null when it has none, and the operator's is used. */
  from: string | null
  /** The name shown beside the sender's address. */
  from_name: string
  reply_to: string | null
  subject: string
  text: string
  html: string
  attachments: Attachment[]
  /** Why it is sent, for people and reports: `quickinvoice.created`, `quickinvoice.resend`, … */
  reason: string
  location_id: string
}

/** Sends one e-mail or throws; whoever calls it is a job that is tried again. */
export interface Mailer {
  send(email: Email): Promise<void>
}

export interface TextMessage {
  /** As `Email.id`. */
  id: string
  /** 10 digits of a North American number. */
  to: string
  /** Who it is from, as the recipient knows them; the number it is sent from is the adapter's. */
  from: string
  text: string
  reason: string
  location_id: string
}

/** Sends one SMS or throws. */
export interface Texter {
  send(message: TextMessage): Promise<void>
}

export interface Attachment {
  filename: string
  content_type: string
  content: Buffer
}

export interface Email {
  to: string
  from: string
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
  to: string
  from: string
  text: string
  reason: string
  location_id: string
}

/** Sends one SMS or throws. */
export interface Texter {
  send(message: TextMessage): Promise<void>
}

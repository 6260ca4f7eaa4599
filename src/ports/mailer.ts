export interface Attachment {
  filename: string
  content_type: string
  content: Buffer
}

export interface Email {
  /** Messages with the same id are one message, which should be sent once however often it is tried. */
  id: string
  /** One address: every recipient gets a separate message. */
  to: string
  /** The location's own sender address; null for the operator's. */
  from: string | null
  /** The display name of the sender. */
  from_name: string
  reply_to: string | null
  subject: string
  text: string
  html: string
  attachments: Attachment[]
  /** Where the recipient can unsubscribe with one click (RFC 8058); null for mails they requested themselves. */
  unsubscribe_url: string | null
  /** The kind of message, for people and reports: `quickinvoice.created`, `quickinvoice.resend`, … */
  reason: string
  location_id: string
}

/** The carrier's result for a message. */
export type Delivery =
  | {
      result: 'sent'
      /** The carrier's id of the message. */
      provider_id: string | null
      /** The sender's address or number. */
      sender: string | null
      /** The address that bounces are sent to. */
      return_path?: string | null
    }
  /** A temporary failure. */
  | { result: 'later'; detail: string }
  /** A permanent failure. `unwelcome`: because of the recipient, so nothing more should be sent there. */
  | {
      result: 'refused'
      detail: string
      unwelcome: boolean
      /** The recipient opted out, and can opt in again. */
      opted_out?: boolean
    }
  /** It may have been sent, and a repetition could not be recognised. */
  | { result: 'unknown'; detail: string }

/** Submits an e-mail. An exception counts as `later`. */
export interface Mailer {
  send(email: Email): Promise<Delivery>
  /** Closes idle connections. */
  close?(): Promise<void>
}

export interface TextMessage {
  /** See `Email.id`. */
  id: string
  /** 10 digits of a North American number. */
  to: string
  /** The merchant's name as the recipient knows it; the sending number is the adapter's. */
  from: string
  text: string
  reason: string
  location_id: string
}

/** Submits an SMS. An exception counts as `unknown`, because two texts cannot be told apart. */
export interface Texter {
  send(message: TextMessage): Promise<Delivery>
  /** Reads replies and delivery reports of the carrier; absent when it sends none. */
  inbound?: TextInbound
}

/** A webhook of the carrier of texts. */
export type InboundText =
  /** A text to our number. `from`: 10 digits. */
  | { kind: 'reply'; from: string; text: string }
  | { kind: 'status'; provider_id: string; status: 'delivered' | 'failed'; detail: string | null; unwelcome: boolean }
  /** Nothing of interest. */
  | { kind: 'nothing' }

export interface TextInbound {
  /** Returns what a webhook reports; null when its signature does not match. `url` as the carrier called it. */
  read(url: string, form: URLSearchParams, signature: string | null): InboundText | null
}
